import { sql } from 'kysely'
import type { CarrierEventState } from '#contract/carrier-events/carrier-event-rows.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { USE_CHANGE_DATES } from '#contract/sailings/sailing-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { lockCarrierEvents, scopeOf, settle } from './settle.ts'

const CONFLICT = 409

interface Decided {
  id: number
  state: CarrierEventState
  reason: string
  classifier: string
  containerNumber: string | null
  sailingId: number | null
  containerId: number | null
  field: string | null
  dayFrom: string
}

/** Locks all events and reads this one. Throws 404. */
async function lockEvent(tx: Tx, id: number): Promise<Decided> {
  await lockCarrierEvents(tx)
  const { rows } =
    await sql<Decided>`select id, state, reason, classifier, container_number, sailing_id, container_id, field, day_from
    from carrier_events where id = ${id}`.execute(tx)
  const [event] = rows
  if (!event) throw notFound('Carrier event')
  return event
}

const AUDITED = ['state', 'reason', 'sailingId', 'containerId']

/** Judges the event again, and records what was done with it. */
async function settled(
  tx: Tx,
  { config: { timeZone } }: Services,
  actor: Actor,
  { before, verb, given = null }: { before: Decided; verb: string; given?: number | null },
): Promise<number> {
  const { id } = before
  await settle(tx, actor, { scope: await scopeOf(tx, [id]), timeZone, given })
  const { rows } =
    await sql<Decided>`select state, reason, sailing_id, container_id from carrier_events where id = ${id}`.execute(tx)
  const [after] = rows
  await recordAudit(
    tx,
    actor,
    { action: `carrier-event.${verb}`, entity: 'carrierEvents', entityId: id, before, after: after ?? null },
    AUDITED,
  )
  return id
}

const isIn = (state: CarrierEventState) => new AppError(CONFLICT, `This event is ${state}`)

/** Takes the carrier's word for what it proposes. Once applied, again changes nothing. Throws 404, 409. */
export async function applyEvent(tx: Tx, services: Services, { id }: { id: number }, actor: Actor): Promise<number> {
  const event = await lockEvent(tx, id)
  if (event.state === 'applied') return id
  if (event.state !== 'proposed') throw isIn(event.state)
  if (event.classifier === 'est') throw new AppError(CONFLICT, USE_CHANGE_DATES)
  const isComparable = event.reason === 'We say otherwise' || event.reason === 'We have no date'
  if (!isComparable) throw new AppError(CONFLICT, event.reason)
  await sql`update carrier_events set decided = 'applied', decided_at = clock_timestamp() where id = ${id}`.execute(tx)
  return settled(tx, services, actor, { before: event, verb: 'apply', given: id })
}

/** Leaves an event out. Once ignored, again changes nothing. Throws 404, 409. */
export async function ignoreEvent(
  tx: Tx,
  services: Services,
  { id, reason }: { id: number; reason: string },
  actor: Actor,
): Promise<number> {
  const event = await lockEvent(tx, id)
  if (event.state === 'ignored') return id
  if (event.state !== 'proposed' && event.state !== 'unmatched') throw isIn(event.state)
  await sql`update carrier_events set decided = 'ignored', decided_at = clock_timestamp(), decided_reason = ${reason} where id = ${id}`.execute(
    tx,
  )
  return settled(tx, services, actor, { before: event, verb: 'ignore' })
}

/** The container of a sailing that an event is about: the chosen one, else the one that it names, else the only one. Throws 400. */
async function containerOf(
  tx: Tx,
  { containerNumber }: Decided,
  { sailingId, containerId }: { sailingId: number; containerId: number | null },
): Promise<number | null> {
  const { rows } = await sql<{ id: number; number: string }>`select k.id, k.number from containers k
    where k.sailing_id = ${sailingId} or k.order_id in (select order_id from loadings where sailing_id = ${sailingId}) order by k.id`.execute(
    tx,
  )
  if (containerId !== null) {
    if (!rows.some(({ id }) => id === containerId)) throw invalid({ containerId: CHOOSE })
    return containerId
  }
  const named = containerNumber === null ? undefined : rows.find(({ number }) => number === containerNumber)
  return named?.id ?? (rows.length === 1 && containerNumber === null ? (rows[0]?.id ?? null) : null)
}

/** Says which sailing an unmatched event is about; it is judged as if it came now. Throws 404, 400, 409. */
export async function matchEvent(
  tx: Tx,
  services: Services,
  { id, ...chosen }: { id: number; sailingId: number; containerId: number | null },
  actor: Actor,
): Promise<number> {
  const event = await lockEvent(tx, id)
  if (event.state !== 'unmatched') throw isIn(event.state)
  const found = await sql`select from sailings where id = ${chosen.sailingId} and status <> 'cancelled'`.execute(tx)
  if (found.rows.length === 0) throw invalid({ sailingId: CHOOSE })
  const containerId = await containerOf(tx, event, chosen)
  await sql`update carrier_events set sailing_id = ${chosen.sailingId}, container_id = ${containerId}, matched_by_hand = true
    where id = ${id}`.execute(tx)
  return settled(tx, services, actor, { before: event, verb: 'match' })
}
