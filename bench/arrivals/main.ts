import { tmpdir } from 'node:os'
import { login } from '#bench/login.ts'
import { judge, measureMany, print, timed } from '#bench/many-orders/measure-many.ts'
import { type Figure, measure } from '#bench/measure.ts'
import { startServer } from '#bench/processes.ts'
import { statementReader } from '#bench/statements.ts'
import { undisturbed } from '#bench/stolen.ts'
import { countArrivals, foundArrivals, loadArrivals } from './load-arrivals.ts'

// `npm run bench -- arrivals --orders 20000` measures the list of 10,000 open containers beside its statements on the raw server, and what a
// change of a rule costs that all their clocks follow.
const CONTAINERS = 10_000
const CALLERS = 8
const WARM_UP = 4
/** As many rows as a page has by default. */
const PER_PAGE = 10
/** How often rules are changed. */
const TURNS = 5
/** Milliseconds at p99. */
const AIM = 60

/** A rule as the API answers it. */
type Rule = { id: number; days: number; updatedAt: string } & Record<string, unknown>

const figures = ({ perSecond, p50, p99 }: Figure) => `${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms`

await measureMany(async ({ url, client, seconds, only, start }) => {
  await loadArrivals(client, CONTAINERS)
  const { place, sailing, rule } = await foundArrivals(client)
  const paths: Record<string, string> = {
    'the first': 'arrivals?',
    'a page in the middle': 'arrivals?page=500',
    'the last page': `arrivals?page=${Math.ceil((await countArrivals(client)) / PER_PAGE)}`,
    'the last first': 'arrivals?order[lastFreeDay]=desc',
    'by what has accrued': 'arrivals?order[accrued]=desc',
    'by appointment': 'arrivals?order[appointmentAt]=asc',
    'a place': `arrivals?f.place=is:${place}`,
    'a sailing': `arrivals?f.sailing=is:${sailing}`,
    mine: 'arrivals?f.inCharge=is:me',
    'a number': 'arrivals?search=RNCU0004711',
    'a common word': 'arrivals?search=rncu',
    'nothing like it': 'arrivals?search=zzzzzz',
  }
  const server = await start()
  const { user_token: token } = await login(server)
  const headers = { 'user-token': token }
  const reader = await statementReader(url, tmpdir(), token)
  const raw = await startServer(['--import', 'tsx', 'bench/raw-server.ts'], { DATABASE_URL: url, DATA_DIR: tmpdir() })
  try {
    for (const [name, path] of Object.entries(paths).filter(([each]) => each.includes(only))) {
      const statements = await reader.statementsOf(`/api/${path}`)
      const n = await (await fetch(`${raw.url}/remember`, { method: 'POST', body: JSON.stringify(statements) })).text()
      const rawUrl = `${raw.url}/replay?n=${n}`
      const ask = (callers: number, length: number) => measure(`${server.url}/api/${path}`, callers, length, headers)
      await measure(rawUrl, CALLERS, 1)
      await ask(CALLERS, WARM_UP)
      const limit = await undisturbed(() => measure(rawUrl, CALLERS, seconds))
      const [ours, alone] = [await undisturbed(() => ask(CALLERS, seconds)), await undisturbed(() => ask(1, seconds))]
      print(
        `${name}: alone p50 ${alone.p50} ms, p99 ${judge(alone.p99, AIM)}; ${CALLERS} callers ${figures(ours)}; raw ${figures(limit)}, ratio ${(ours.perSecond / limit.perSecond).toFixed(2)}`,
      )
    }
  } finally {
    await Promise.all([reader.close(), raw.stop()])
  }

  if ('rules'.includes(only)) {
    const write = async (method: string, path: string, body?: object) => {
      const init = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const reply = await fetch(`${server.url}/api/${path}`, init)
      const answer = (await reply.json()) as { data: Rule } // all calls answer a rule
      if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${JSON.stringify(answer)}`)
      return answer.data
    }
    const { updatedAt: _, id: __, ...ofTerminal } = await write('GET', `free-time-rule/${rule}`)
    const ofAll = { ...ofTerminal, name: 'Bench of all', placeId: null }
    for (let turn = 0; turn < TURNS; turn++) {
      const one = await timed(() => write('PUT', `free-time-rule/${rule}`, { days: ofTerminal.days + 1 + (turn % 2) }))
      const all = await timed(() => write('POST', 'free-time-rule', ofAll))
      const gone = await timed(() => write('DELETE', `free-time-rule/${all.result.id}`))
      print(
        `a rule of a terminal ${one.ms.toFixed(0)} ms, a new rule of all places ${all.ms.toFixed(0)} ms, deleting it ${gone.ms.toFixed(0)} ms`,
      )
    }
  }
})
