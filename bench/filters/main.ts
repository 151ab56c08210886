import { login } from '#bench/login.ts'
import { measureMany, print } from '#bench/many-orders/measure-many.ts'
import { measureCalls } from '#bench/measure.ts'
import { memoryOf } from '#bench/processes.ts'
import { everyFilter, named, pathOf } from './every.ts'

// `npm run bench -- filters --orders 1000000` measures the first page of the orders list and its counted
// total, with every filter alone and with every pair on different fields, slowest first. --only picks filters
// by name; --callers says how many callers ask at the same time.
/** Milliseconds at p99, for one filter and for two. */
const AIMS = [100, 250] as const
/** MB of the server at its peak. */
const MOST_MEMORY = 250
/** Seconds before each measurement. */
const WARM_UP = 0.2

await measureMany(async ({ seconds, callers, only, start }) => {
  const server = await start()
  const { user_token: token } = await login(server)
  const results: { name: string; aim: number; figure: Awaited<ReturnType<typeof measureCalls>> }[] = []
  for (const filters of everyFilter().filter((each) => named(each).includes(only))) {
    const call = async () => {
      const reply = await fetch(`${server.url}/api/${pathOf(filters)}`, { headers: { 'user-token': token } })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${named(filters)} was answered ${reply.status}: ${text}`)
    }
    await measureCalls(1, WARM_UP, call)
    const figure = await measureCalls(callers, seconds, call)
    results.push({ name: named(filters), aim: AIMS[Object.keys(filters).length === 1 ? 0 : 1], figure })
  }
  results.sort((a, b) => b.figure.p95 / b.aim - a.figure.p95 / a.aim)
  print(`| filter, ${callers} callers | /s | p50 ms | p95 ms | aim |\n|---|---|---|---|---|`)
  for (const { name, aim, figure } of results)
    print(
      `| ${name} | ${figure.perSecond} | ${figure.p50} | ${figure.p95} | ${aim}${figure.p95 > aim ? ', falls short' : ''} |`,
    )
  for (const aim of AIMS) {
    const judged = results.filter((each) => each.aim === aim)
    const reached = judged.filter(({ figure }) => figure.p95 <= aim)
    print(`${reached.length} of ${judged.length} within ${aim} ms`)
  }
  const peak = memoryOf(server.pid)?.peak ?? 0
  print(`peak of the server ${peak} MB (aim ${MOST_MEMORY}${peak > MOST_MEMORY ? ', falls short' : ''})`)
})
