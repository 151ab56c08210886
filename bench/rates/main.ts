import { sql } from 'kysely'
import { login } from '#bench/login.ts'
import { judge, measureMany, print, timed } from '#bench/many-orders/measure-many.ts'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { findLane } from '#server/pricing/find-lane.ts'

// `npm run bench -- rates --orders 100000` measures what dates add to reading the rates of a lane, and a simulation
// of as many quotes as one may have.
/** Milliseconds of a simulation of 2 000 quotes. */
const AIM = 2_000
const QUOTES = 2_000
const READS = 3_000

const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** The rates of a lane as they were read before they had dates. */
const withoutDates = (db: Db, { originId, cartageId }: { originId: number; cartageId: number }) =>
  sql`
    select c.name as location_name, l.visibility as location_visible, l.precar_fixed, l.precar_var, l.precar_var_min,
      d.name as depot_name, d.status as depot_status, d.visibility as depot_visibility, d.tier, d.depot_fixed, d.depot_var, d.depot_var_min,
      a.name as cartage_name, a.dest, a.status as cartage_status, a.exclusion, k.is_amazon as amazon, f.cbm, f.mt,
      coalesce(t.days, 0) as days, (select json_object_agg(name, value) from constants) as constants
    from (select 1) as one
    left join locations l on ${true} and l.id = ${originId}
    left join cities c on c.id = l.city_id
    left join depots d on d.id = case when ${true} then l.depot_id else ${originId} end
    left join cartages a on a.id = ${cartageId}
    left join cartage_categories k on k.id = a.category_id
    left join lateral (
      select cbm, mt from freight where tier = d.tier and destination_key(dest) = destination_key(a.dest)
      order by upper(dest) <> upper(a.dest) limit 1
    ) f on true
    left join delivery_times t on t.depot_id = d.id and t.cartage_id = a.id`.execute(db)

/** Reads a lane in both ways in turns, each as it is, and prints how long the middle one takes. */
async function measureLane(db: Db): Promise<void> {
  const { rows } = await sql<{ originId: number; cartageId: number }>`
    select (select min(id) from locations) as origin_id, (select min(id) from cartages) as cartage_id`.execute(db)
  const [keys] = rows
  if (!keys) throw new Error('There is no lane')
  const [dated, before]: [number[], number[]] = [[], []]
  for (let n = 0; n < READS; n++) {
    dated.push((await timed(() => findLane(db, { ...keys, shipmentTradeTerms: 3 }))).ms)
    before.push((await timed(() => withoutDates(db, keys))).ms)
  }
  const [one, other] = [middle(dated), middle(before)]
  print(
    `rates of a lane: ${one.toFixed(2)} ms, without dates ${other.toFixed(2)} ms, ratio ${(one / other).toFixed(2)}`,
  )
}

await measureMany(async ({ url, start }) => {
  const pool = createPool(url, 1, { patient: true })
  await measureLane(createDb(pool))
  const server = await start()
  const { user_token: token } = await login(server)
  const headers = { 'user-token': token, 'content-type': 'application/json' }
  const { rows } = await pool.query<{ id: number }>("select id from rate_sets where state = 'scheduled'")
  await pool.end()
  const simulate = async () => {
    const reply = await fetch(`${server.url}/api/rate-set/${rows[0]?.id}/simulate`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ quotes: QUOTES }),
    })
    if (!reply.ok) throw new Error(`A simulation answered ${reply.status}`)
  }
  // The first one starts the thread.
  print(
    `simulation of ${QUOTES} quotes: ${judge((await timed(simulate)).ms, AIM)} at first, ${judge((await timed(simulate)).ms, AIM)} then`,
  )
})
