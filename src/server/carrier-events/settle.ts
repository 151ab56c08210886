import { type Selectable, sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { DB_LIMITS } from '#server/db/limits.ts'
import type { Containers } from '#server/db/types.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockSailings } from '#server/sailings/lock-sailing.ts'
import { type ActualDates, writeActualDates, writeContainerTimes } from '#server/sailings/write-said-values.ts'
import { setCarrierEvents } from './set-carrier-events.ts'
import { type Candidate, valuesToWrite } from './values-to-write.ts'

/** The advisory lock of carriers' events: what they write depends on all of them. */
const LOCK = 6_201_141

/** Milliseconds that a body waits for those that came before it. */
const PATIENCE_MS = 20_000

/** Waits until nobody else takes or decides about events. Before any other lock. */
export async function lockCarrierEvents(tx: Tx): Promise<void> {
  const patience = (ms: number) => sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
  await patience(PATIENCE_MS)
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  await patience(DB_LIMITS.lockMs)
}

/** What events are about. */
export interface Scope {
  sailingIds: number[]
  containerIds: number[]
  /** Things of events without a sailing or container. */
  things: string[]
}

/** What these events are about, with all containers of their sailings, and what others with their ids are about. */
export async function scopeOf(tx: Tx, eventIds: readonly number[]): Promise<Scope> {
  const { rows } = await sql<Scope>`
    with named as materialized (
      select e.feed_id, e.external_id, e.sailing_id, e.container_id, e.thing from carrier_events e where e.id = any(${eventIds}::int[])
    ), about as materialized (
      select sailing_id, container_id, thing from named
      union select o.sailing_id, o.container_id, o.thing from (select distinct feed_id, external_id from named where external_id is not null) n
        join carrier_events o using (feed_id, external_id)
    ), sailed as (select distinct sailing_id from about where sailing_id is not null)
    select array(select sailing_id from sailed) as sailing_ids,
      array(select container_id from about where container_id is not null
        union select e.container_id from sailed join carrier_events e using (sailing_id) where e.container_id is not null) as container_ids,
      array(select distinct thing from about where sailing_id is null and container_id is null) as things`.execute(tx)
  return rows[0] ?? { sailingIds: [], containerIds: [], things: [] }
}

const readCandidates = async (tx: Tx, { sailingIds, containerIds, things }: Scope): Promise<Candidate[]> =>
  (
    await sql<Candidate>`
      select e.id, e.sailing_id, e.container_id, e.field, to_char(e.day, 'YYYY-MM-DD"T00:00:00.000Z"') as day, e.at, e.wrote,
        v.verdict = 'counts' as counts
      from carrier_verdicts(${sailingIds}::int[], ${containerIds}::int[], ${things}::text[]) v join carrier_events e on e.id = v.id
      where e.classifier = 'act' and e.field is not null and (v.verdict = 'counts' or e.wrote)
      order by case when e.decided = 'applied' then e.decided_at end desc nulls last, e.stated_at desc, e.at desc, e.hash desc, e.feed_id desc,
        e.external_id desc nulls last, e.id desc`.execute(tx)
  ).rows

type LockedSailings = Awaited<ReturnType<typeof lockSailings>>
type LockedContainer = Pick<Selectable<Containers>, 'id' | 'dischargedAt' | 'availableAt' | 'gatedOutAt' | 'returnedAt'>

async function lockContainers(tx: Tx, ids: readonly number[]): Promise<Map<number, LockedContainer>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('containers')
    .select(['id', 'dischargedAt', 'availableAt', 'gatedOutAt', 'returnedAt'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface Settling {
  scope: Scope
  /** That of the forwarder, for events that are set. */
  timeZone: string
  /** The event whose word a person takes. */
  given?: number | null
}

/**
 * Writes what the events of this scope say where it may be written, and brings their states up to date. Call it with the
 * lock of carriers' events.
 */
export async function settle(tx: Tx, actor: Actor, { scope, timeZone, given = null }: Settling): Promise<void> {
  const { sailingIds, containerIds, things } = scope
  await sql`select set_config('quayside.carrier_events', 'settling', true)`.execute(tx)
  const sailings: LockedSailings = sailingIds.length > 0 ? await lockSailings(tx, sailingIds) : new Map()
  const containers = await lockContainers(tx, containerIds)
  const writing = valuesToWrite(await readCandidates(tx, scope), { sailings, containers }, given)
  const reached = [...writing.sailings].flatMap(([id, dates]) => {
    const before = sailings.get(id)
    return before ? [{ before, dates: dates as ActualDates }] : [] // only those fields are of sailings
  })
  await writeActualDates(tx, actor, reached)
  await writeContainerTimes(
    tx,
    actor,
    [...writing.containers].flatMap(([id, times]) => {
      const before = containers.get(id)
      return before ? [{ before, times }] : []
    }),
  )
  await setCarrierEvents(tx, actor, { reached, timeZone })
  // The triggers have noted that nobody's event holds the values that changed.
  await sql`update carrier_events set wrote = id = any(${writing.writers}::int[])
    where id = any(${writing.judged}::int[]) and wrote <> (id = any(${writing.writers}::int[]))`.execute(tx)
  await sql`select restate_carrier_events(${sailingIds}::int[], ${containerIds}::int[], ${things}::text[]),
    set_config('quayside.carrier_events', '', true)`.execute(tx)
}
