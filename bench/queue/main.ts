import { sql } from 'kysely'
import { login } from '#bench/login.ts'
import { judge, measureMany, measureReads, print, timed } from '#bench/many-orders/measure-many.ts'
import { keepItems, rebuildItems } from '#server/attention/keep-items.ts'
import { createDb, createPool, type Db, SESSION_SETTINGS, startupOptions, type Tx } from '#server/db/client.ts'
import { measureSaves } from './saves.ts'

// `npm run bench -- queue --orders 1000000` measures the cost of the queue: reading it, saves that keep it
// beside saves that do not (--saves says how many), the five-minute job and a rebuild.
/** Milliseconds. */
const AIMS = { read: 60, job: 2000 }
/**
 * Orders that become due between two runs of the job: one in 250 of those in progress, which is many for five
 * minutes.
 */
const DUE = 200
const PATHS = {
  'Today, my own': 'attention?owner=me&by=order',
  'Today, everybody’s': 'attention?by=order',
  'Today, one rule': 'attention?rule=quiet&by=order',
  'counts of the menu and the chips': 'attention/counts',
  'figures of the day': 'attention/figures',
  'what the charts show': 'attention/charts',
}

/** How many items are open, and a checksum that differs when any item does. */
async function fingerprint(tx: Tx): Promise<{ n: number; sum: string }> {
  const { rows } = await sql<{ n: number; sum: string }>`
    select count(*)::int as n, md5(string_agg(
      concat_ws(' ', order_id, rule, subject, severity, due_at, detail, in_charge_id), ',' order by order_id, rule, subject)) as sum
    from attention where resolved_at is null`.execute(tx)
  return rows[0] ?? { n: 0, sum: '' }
}

async function measureKeeping(db: Db): Promise<void> {
  // The first run reads from disk and handles everything since the last run, which happens once per start of
  // the database.
  const first = await timed(() => keepItems(db))
  print(`five-minute job, the first: ${first.result} orders refreshed, ${Math.round(first.ms)} ms`)
  await db
    .deleteFrom('attention')
    .where('id', 'in', (query) =>
      query
        .selectFrom('attention')
        .select('id')
        .where('resolvedAt', 'is', null)
        .where('rule', '=', 'quiet')
        .orderBy('id', 'desc')
        .limit(DUE),
    )
    .execute()
  const due = await timed(() => keepItems(db))
  print(`the same, ${due.result} orders became due: ${judge(due.ms, AIMS.job)}`)
  for (let n = 0; n < 3; n++)
    print(`the same, nothing to do: ${judge((await timed(() => keepItems(db))).ms, AIMS.job)}`)
  // Time stands still within one transaction; outside one, something could become due meanwhile.
  const { before, ms, result, after } = await db.transaction().execute(async (tx) => {
    await keepItems(tx)
    const kept = await fingerprint(tx)
    const rebuilt = await timed(() => rebuildItems(tx))
    return { before: kept, ...rebuilt, after: await fingerprint(tx) }
  })
  const same = before.sum === after.sum ? 'exactly those that were there' : 'NOT those that were there'
  print(`rebuild of ${result.orders} orders: ${(ms / 1000).toFixed(1)} s, ${after.n} items, ${same}`)
}

/** A second server on the same database that leaves its queue alone. */
function withoutQueue(url: string): string {
  const other = new URL(url)
  other.searchParams.set('options', startupOptions({ ...SESSION_SETTINGS, 'quayside.attention': 'off' }))
  return other.href
}

await measureMany(async ({ url, seconds, saves, start }) => {
  const keeping = await start()
  const leaving = await start({ DATABASE_URL: withoutQueue(url) })
  const { user_token: token } = await login(keeping)
  await measureReads(keeping, token, PATHS, { seconds, aim: AIMS.read })
  for (const line of await measureSaves({ keeping, leaving, token, saves })) print(line)
  const pool = createPool(url, 2, { patient: true })
  await measureKeeping(createDb(pool))
  await pool.end()
})
