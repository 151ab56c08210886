import { login } from '#bench/login.ts'
import { measureMany, measureReads, print, timed } from '#bench/many-orders/measure-many.ts'
import { REPORTS } from '#contract/reports/reports.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { rebuildDays, rollUp } from '#server/reports/keep-days.ts'

// `npm run bench -- reports --orders 1000000` measures each report of a year beside the year before it, from
// kept days and months; then counting all days again, and counting one.
/** Milliseconds at p99. */
const AIM = 300

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

await measureMany(async ({ url, client, seconds, start }) => {
  const pool = createPool(url, 2, { patient: true })
  await pool.query('set statement_timeout = 0')
  const db = createDb(pool)
  const counting = await timed(() => rebuildDays(db))
  print(`counting all ${counting.result} days: ${(counting.ms / 1000).toFixed(1)} s`)
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relname like 'report\\_%'",
  )
  await client.query(`vacuum (analyze) ${rows.map(({ name }) => name).join(', ')}`)
  await client.query('insert into report_changes values ($1)', [dayOf(40)])
  const [one, none] = [await timed(() => rollUp(db)), await timed(() => rollUp(db))]
  print(`one changed day: ${one.ms.toFixed(0)} ms, nothing to do: ${none.ms.toFixed(0)} ms`)
  await pool.end()
  const server = await start()
  const { user_token: token } = await login(server)
  const period = `from=${dayOf(364)}&to=${dayOf(0)}&compare=previous`
  const paths = Object.fromEntries(
    REPORTS.map((name) => [`${name}, a year and the one before`, `report/${name}?${period}`]),
  )
  await measureReads(server, token, paths, { seconds, aim: AIM })
})
