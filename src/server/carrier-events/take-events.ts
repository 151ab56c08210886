import { sql } from 'kysely'
import type { TakenCounts } from '#contract/carrier-events/carrier-event-rows.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordChanges } from '#server/resource/changes.ts'
import type { Services } from '#server/services.ts'
import type { ReadRetraction } from './reading/read-dcsa.ts'
import type { Batch } from './reading/reading-work.ts'
import { lockCarrierEvents, scopeOf, settle } from './settle.ts'

/** What a body says, as the thread made it. */
interface Taking {
  feedId: number
  batches: readonly Batch[]
  retractions?: readonly ReadRetraction[]
}

const NOTHING: TakenCounts = {
  ...{ received: 0, stored: 0, duplicates: 0 },
  ...{ applied: 0, proposed: 0, ignored: 0, superseded: 0, unmatched: 0 },
}

const COLUMNS =
  sql.raw(`external_id, hash, container_number, booking, master_bill, type, code, milestone, classifier, at, zone_assumed,
  day, day_from, day_to, place_code, place_name, vessel_imo, vessel, voyage, stated_at, raw`)

/** Inserts events with what they are about; those that are there already are left out. Returns the ids of the new ones. */
async function insertEvents(tx: Tx, feedId: number, rows: string): Promise<number[]> {
  const { rows: inserted } = await sql<{ id: number }>`
    with sent as materialized (
      select * from json_to_recordset(${rows}::json) as r (external_id text, hash text, container_number text, booking text, master_bill text,
        type text, code text, milestone text, classifier text, at timestamptz, zone_assumed boolean, day date, day_from timestamptz,
        day_to timestamptz, place_code text, place_name text, vessel_imo text, vessel text, voyage text, stated_at timestamptz, raw jsonb, early boolean)
    )
    insert into carrier_events (feed_id, ${COLUMNS}, sailing_id, container_id)
    select ${feedId}::int, ${COLUMNS}, m.sailing_id, m.container_id
    from sent left join lateral match_carrier_event(sent.container_number, sent.master_bill, sent.booking, sent.day, sent.early) m on true
    on conflict do nothing returning id`.execute(tx)
  return inserted.map(({ id }) => id)
}

/** Keeps retractions; returns how many say something new, and the events that they are about. */
async function insertRetractions(
  tx: Tx,
  feedId: number,
  retractions: readonly ReadRetraction[],
): Promise<{ kept: number; eventIds: number[] }> {
  if (retractions.length === 0) return { kept: 0, eventIds: [] }
  const rows = retractions.map(({ externalId, statedAt, raw }) => ({
    external_id: externalId,
    stated_until: statedAt ?? 'infinity',
    raw,
  }))
  const { rows: kept } = await sql<{ externalId: string }>`
    insert into carrier_retractions as kept (feed_id, external_id, stated_until, raw)
    select distinct on (external_id) ${feedId}::int, external_id, stated_until, raw
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (external_id text, stated_until timestamptz, raw jsonb)
    order by external_id, stated_until desc
    on conflict (feed_id, external_id) do update set stated_until = excluded.stated_until, raw = excluded.raw
      where excluded.stated_until > kept.stated_until
    returning external_id`.execute(tx)
  const { rows: found } = await sql<{ id: number }>`select id from carrier_events
    where feed_id = ${feedId} and external_id = any(${kept.map(({ externalId }) => externalId)}::text[])`.execute(tx)
  return { kept: kept.length, eventIds: found.map(({ id }) => id) }
}

async function countStates(tx: Tx, ids: readonly number[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`select state, count(*)::int as n from carrier_events
    where id = any(${ids}::int[]) group by state`.execute(tx)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** Takes the events of one transaction: stores the new ones, writes what may be written, and says what became of them. */
async function takeBatch(
  tx: Tx,
  actor: Actor,
  {
    feedId,
    batch,
    retractions,
    timeZone,
  }: Pick<Taking, 'feedId'> & {
    batch: Batch
    retractions: readonly ReadRetraction[]
    timeZone: string
  },
): Promise<TakenCounts> {
  await lockCarrierEvents(tx)
  const ids = batch.count > 0 ? await insertEvents(tx, feedId, batch.rows) : []
  const { kept, eventIds } = await insertRetractions(tx, feedId, retractions)
  if (ids.length + eventIds.length > 0)
    await settle(tx, actor, { scope: await scopeOf(tx, [...ids, ...eventIds]), timeZone })
  const states = await countStates(tx, ids)
  const received = batch.count + retractions.length
  const stored = ids.length + kept
  if (stored > 0) await recordChanges(tx, actor, [{ entity: 'carrierEvents', entityId: null, kind: 'receive' }])
  const counts = { ...NOTHING, ...states, received, stored, duplicates: received - stored }
  return { ...counts, superseded: counts.superseded + kept }
}

/** Takes what a body says, in transactions of at most 5 000 events. */
export async function takeEvents(
  { db, config: { timeZone } }: Pick<Services, 'db' | 'config'>,
  { feedId, batches, retractions = [] }: Taking,
  actor: Actor,
): Promise<TakenCounts> {
  const parts = batches.length > 0 ? batches : [{ count: 0, rows: '[]' }]
  let sum = NOTHING
  for (const [place, batch] of parts.entries()) {
    const taken = await db
      .transaction()
      .execute((tx) => takeBatch(tx, actor, { feedId, batch, retractions: place === 0 ? retractions : [], timeZone }))
    sum = Object.fromEntries(
      Object.entries(taken).map(([name, n]) => [name, n + sum[name as keyof TakenCounts]]), // the same names
    ) as TakenCounts
  }
  return sum
}
