import { tmpdir } from 'node:os'
import autocannon from 'autocannon'
import { judge, measureMany, print } from '#bench/many-orders/measure-many.ts'
import { measure } from '#bench/measure.ts'
import { startServer } from '#bench/processes.ts'
import { statementReader } from '#bench/statements.ts'
import { undisturbed } from '#bench/stolen.ts'

// `npm run bench -- tracking --orders 1000000` measures the public tracking page and its calendar for 32
// strangers with different codes and addresses, beside the raw statement; and how many requests of one
// address over the limit are refused.
const CALLERS = 32
const WARM_UP = 10
/** Milliseconds at p99. */
const AIM = 20
/** Requests per second of one address that are refused. */
const REFUSED_AIM = 5000
const CODES = 1000
/** More requests than one address may send in a minute. */
const OVER_THE_LIMIT = 100

/** The next address of a stranger who has looked at nothing yet. */
let strangers = Math.floor(Math.random() * 2 ** 24)
function nextAddress(): string {
  const n = ++strangers
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/**
 * Asks for a path of each code in turn, every time from another address, as if this program were the proxy.
 */
async function visit(url: string, paths: readonly string[], seconds: number) {
  let asked = 0
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    path: paths[asked++ % paths.length],
    headers: { ...request.headers, 'x-forwarded-for': nextAddress() },
  })
  const result = await autocannon({ url, connections: CALLERS, duration: seconds, requests: [{ setupRequest }] })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: Math.round(result.requests.average), p50: result.latency.p50, p99: result.latency.p99 }
}

/** Asks again and again from one address that is over the limit. */
async function knock(url: string, path: string, seconds: number) {
  const headers = { 'x-forwarded-for': nextAddress() }
  for (let n = 0; n < OVER_THE_LIMIT; n++) await (await fetch(url + path, { headers })).arrayBuffer()
  const result = await autocannon({ url: url + path, connections: CALLERS, duration: seconds, headers })
  const refused = result.statusCodeStats?.['429']?.count ?? 0
  if (refused < result.requests.total - OVER_THE_LIMIT) throw new Error('Not all were refused')
  return { perSecond: Math.round(result.requests.average), p99: result.latency.p99 }
}

await measureMany(async ({ url, client, seconds, start }) => {
  const server = await start({ TRUSTED_PROXIES: '127.0.0.1' })
  const { rows } = await client.query<{ code: string }>(
    `select o.tracking_code as code from orders o join loadings l on l.order_id = o.id where o.deleted_at is null
     order by hashint4(o.id) limit ${CODES}`,
  )
  const codes = rows.map(({ code }) => code)
  const reader = await statementReader(url, tmpdir(), '')
  const raw = await startServer(['--import', 'tsx', 'bench/raw-server.ts'], { DATABASE_URL: url, DATA_DIR: tmpdir() })
  try {
    const parts = {
      page: (code: string) => `/site/tracking?code=${code}`,
      calendar: (code: string) => `/site/tracking/${code}.ics`,
    }
    for (const [name, pathOf] of Object.entries(parts)) {
      const paths = codes.map(pathOf)
      const sent = await reader.statementsOf(paths[0] ?? '')
      const body = JSON.stringify(sent.filter(({ text }) => !text.includes('rate_limits')))
      const n = await (await fetch(`${raw.url}/remember`, { method: 'POST', body })).text()
      const rawUrl = `${raw.url}/replay?n=${n}`
      await measure(rawUrl, CALLERS, WARM_UP)
      await visit(server.url, paths, WARM_UP)
      const limit = await undisturbed(() => measure(rawUrl, CALLERS, seconds))
      const ours = await undisturbed(() => visit(server.url, paths, seconds))
      print(
        `${name}, ${CALLERS} strangers: ${sent.length} statements, ${ours.perSecond}/s, p50 ${ours.p50} ms, p99 ${judge(ours.p99, AIM)}; the raw statement: ${limit.perSecond}/s, p99 ${limit.p99} ms`,
      )
    }
    const { perSecond, p99 } = await undisturbed(() => knock(server.url, parts.page(codes[0] ?? ''), seconds))
    const short = perSecond < REFUSED_AIM ? ', falls short' : ''
    print(`over the limit, one address: ${perSecond}/s refused (aim ${REFUSED_AIM}${short}), p99 ${p99} ms`)
  } finally {
    await Promise.all([reader.close(), raw.stop()])
  }
})
