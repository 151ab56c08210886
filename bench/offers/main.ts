import { tmpdir } from 'node:os'
import autocannon from 'autocannon'
import { login } from '#bench/login.ts'
import { judge, measureMany, print } from '#bench/many-orders/measure-many.ts'
import { type Figure, measure } from '#bench/measure.ts'
import { type Running, startServer } from '#bench/processes.ts'
import { statementReader } from '#bench/statements.ts'
import { undisturbed } from '#bench/stolen.ts'
import { loadOffers, newLinks } from './load-offers.ts'
import { measureSending } from './sending.ts'

// `npm run bench -- offers --orders 20000` measures the list of 100,000 offers and the public page of one, each beside its own
// statements on the raw server and alone, for which the aims are, and sending an offer beside setting an event with its mail.
const OFFERS = 100_000
const LINKS = 1_000
const CALLERS = 8
const STRANGERS = 32
const WARM_UP = 4
/** Milliseconds at p99. */
const AIMS = { list: 60, page: 20 }

const asc = (key: string) => `&order[${key}]=asc`
/** The list as the screen asks for it, in its views. */
const PATHS: Record<string, string> = {
  'the newest': 'offer/get_all?',
  'a page in the middle': `offer/get_all?page=${OFFERS / 20}`,
  'the last page': `offer/get_all?page=${OFFERS / 10}`,
  'to send': 'offer/get_all?f.state=is:draft',
  'waiting, by follow-up': `offer/get_all?f.state=is:sent${asc('followUpAt')}`,
  expiring: `offer/get_all?f.state=is:sent&f.validUntil=next:3d${asc('validUntil')}`,
  expired: 'offer/get_all?f.state=is:expired',
  'answered, the last change first': 'offer/get_all?f.state=in:accepted,declined&order[updatedAt]=desc',
  'my own': 'offer/get_all?f.ownerId=is:me',
  'a company': 'offer/get_all?search=company%2077',
  'a number': 'offer/get_all?search=B-4711',
  'nothing like it': 'offer/get_all?search=zzzz',
}

type Reader = Awaited<ReturnType<typeof statementReader>>

/** The address on the raw server that replays the statements of a path. */
async function replayed(raw: Running, reader: Reader, path: string) {
  const statements = await reader.statementsOf(path)
  const n = await (await fetch(`${raw.url}/remember`, { method: 'POST', body: JSON.stringify(statements) })).text()
  return { url: `${raw.url}/replay?n=${n}`, statements: statements.length }
}

const figures = ({ perSecond, p50, p99 }: Figure) => `${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms`
const ratioOf = (ours: Figure, limit: Figure) => (ours.perSecond / limit.perSecond).toFixed(2)

/** Asks for the page of each link in turn, every time from another address. */
async function visit(
  url: string,
  tokens: readonly string[],
  { strangers, seconds }: { strangers: number; seconds: number },
): Promise<Figure> {
  let asked = 0
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    path: `/site/offer/${tokens[asked++ % tokens.length]}`,
    headers: { ...request.headers, 'x-forwarded-for': `10.0.${(asked >> 8) & 255}.${asked & 255}` },
  })
  const result = await autocannon({ url, connections: strangers, duration: seconds, requests: [{ setupRequest }] })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: Math.round(result.requests.average), p50: result.latency.p50, p99: result.latency.p99 }
}

await measureMany(async ({ url, client, seconds, only, start }) => {
  await loadOffers(client, OFFERS)
  const tokens = await newLinks(client, LINKS)
  const server = await start({ TRUSTED_PROXIES: '127.0.0.1' })
  const { user_token: token } = await login(server)
  const reader = await statementReader(url, tmpdir(), token)
  const raw = await startServer(['--import', 'tsx', 'bench/raw-server.ts'], { DATABASE_URL: url, DATA_DIR: tmpdir() })
  try {
    for (const [name, path] of Object.entries(PATHS).filter(([each]) => each.includes(only))) {
      const { url: rawUrl } = await replayed(raw, reader, `/api/${path}`)
      const ask = (callers: number, length: number) =>
        measure(`${server.url}/api/${path}`, callers, length, { 'user-token': token })
      await measure(rawUrl, CALLERS, 1)
      await ask(CALLERS, WARM_UP)
      const limit = await undisturbed(() => measure(rawUrl, CALLERS, seconds))
      const [ours, alone] = [await undisturbed(() => ask(CALLERS, seconds)), await undisturbed(() => ask(1, seconds))]
      print(
        `${name}: alone p99 ${judge(alone.p99, AIMS.list)}; ${CALLERS} callers ${figures(ours)}; raw ${figures(limit)}, ratio ${ratioOf(ours, limit)}`,
      )
    }
    if ('page'.includes(only)) {
      const { url: rawUrl, statements } = await replayed(raw, reader, `/site/offer/${tokens[0]}`)
      await measure(rawUrl, STRANGERS, WARM_UP)
      await visit(server.url, tokens, { strangers: STRANGERS, seconds: 2 * WARM_UP })
      const limit = await undisturbed(() => measure(rawUrl, STRANGERS, seconds))
      const byStrangers = (strangers: number) => undisturbed(() => visit(server.url, tokens, { strangers, seconds }))
      const [ours, alone] = [await byStrangers(STRANGERS), await byStrangers(1)]
      print(
        `page, ${statements} statements: alone p99 ${judge(alone.p99, AIMS.page)}; ${STRANGERS} strangers ${figures(ours)}; raw ${figures(limit)}, ratio ${ratioOf(ours, limit)}`,
      )
    }
    if ('sending'.includes(only)) await measureSending(client, start)
  } finally {
    await Promise.all([reader.close(), raw.stop()])
  }
})
