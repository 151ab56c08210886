import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'

/** One question, put to our server and to the raw one. */
export interface Case {
  name: string
  ours: string
  raw: string
}

export interface Figure {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** The figure with the median rate. */
export function medianOf(figures: readonly Figure[]): Figure {
  const figure = figures.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(figures.length / 2)]
  if (!figure) throw new Error('Nothing was measured')
  return figure
}

/**
 * Requests an address, or several in turns, for some seconds, each connection starting at another place in
 * the list; throws unless all responses succeed.
 */
export async function measure(
  url: string | readonly string[],
  connections: number,
  seconds: number,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Figure> {
  const method = body === undefined ? 'GET' : 'POST'
  const urls = typeof url === 'string' ? [url] : url
  const [first = ''] = urls
  const requests = urls.map(
    (each) => ({ method, path: each.slice(new URL(each).origin.length), headers, body }) as const,
  )
  let connected = 0
  const setupClient = (client: autocannon.Client) => {
    const start = Math.floor((connected++ * requests.length) / connections)
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)].map((each) => ({ ...each })))
  }
  const result = await autocannon({ url: first, connections, duration: seconds, headers, method, body, setupClient })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${first}: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: Math.round(result.requests.average), p50: result.latency.p50, p99: result.latency.p99 }
}

const share = (times: readonly number[], part: number) =>
  Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0)

/** Makes calls for some seconds, `callers` at a time. */
export async function measureCalls(
  callers: number,
  seconds: number,
  call: () => Promise<void>,
): Promise<Figure & { p95: number }> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const work = async () => {
    for (let began = performance.now(); began < end; began = performance.now()) {
      await call()
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: callers }, work))
  times.sort((a, b) => a - b)
  return {
    perSecond: Math.round(times.length / seconds),
    p50: share(times, 0.5),
    p95: share(times, 0.95),
    p99: share(times, 0.99),
  }
}
