import autocannon from 'autocannon'

export interface Figure {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** Requests one address for some seconds; throws when any answer is not a success. */
export async function measure(
  url: string,
  connections: number,
  seconds: number,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Figure> {
  const method = body === undefined ? 'GET' : 'POST'
  const result = await autocannon({ url, connections, duration: seconds, headers, method, body })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: Math.round(result.requests.average), p50: result.latency.p50, p99: result.latency.p99 }
}
