import { sql } from 'kysely'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { isoDay } from '#contract/lib/format.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { type CarriedField, type CarriedValue, ONLY_DELIVERED_COMPLETES } from '#contract/orders/carried.ts'
import { CONFIRMATION_COLUMNS, type ConfirmationInput } from '#contract/orders/confirmation.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { editConfirmation } from '#server/orders/confirmation/edit-confirmation.ts'
import { removeConfirmation } from '#server/orders/confirmation/remove-confirmation.ts'
import { editOrder } from '#server/orders/edit-order.ts'
import type { MailedOrder } from '#server/orders/mails/order-facts.ts'
import { readConfirmation } from '#server/orders/read-order.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { writeCustomsRelease } from './customs-release.ts'

/** A carried value as it is kept; `made` marks the one with which the booking confirmation began. */
export type Carried = CarriedValue & { made?: true }

/** The values of an order that events fill. */
export interface Carriable {
  id: number
  sailingId: number | null
  receivedAt: string | null
  confirmed: boolean
  actualTimeOfDepartureAt: string | null
  portActualTimeOfArrivalAt: string | null
  customsReleasedAt: string | null
  status: number
}

/** Reads what events fill in a live order. Throws 404. */
export async function readCarriable(db: Db, orderId: number): Promise<Carriable> {
  const { rows } = await sql<Carriable>`
    select o.id, l.sailing_id, l.received_at, c.order_id is not null as confirmed, c.actual_time_of_departure_at,
      c.port_actual_time_of_arrival_at, r.customs_released_at, o.status
    from orders o left join loadings l on l.order_id = o.id left join confirmations c on c.order_id = o.id
      left join releases r on r.order_id = o.id
    where o.id = ${orderId} and o.deleted_at is null ${sql.raw(PLANNED)}`.execute(db)
  if (!rows[0]) throw notFound('Order')
  return rows[0]
}

/** The part of an event that decides what it carries. */
export interface Carrying {
  milestone: Milestone | null
  /** ISO 8601 in UTC. */
  date: string
  carry: boolean
  complete: boolean
}

/** The field that each milestone fills. */
const FILLS: Partial<Record<Milestone, Exclude<CarriedField, 'status'>>> = {
  received: 'receivedAt',
  departed: 'actualTimeOfDepartureAt',
  arrived: 'portActualTimeOfArrivalAt',
  'customs-released': 'customsReleasedAt',
}

/** The value of a field for an event of this date: days of a confirmation are 00:00 UTC of the day shown. */
const valueAt = (what: CarriedField, date: string, timeZone: string): string =>
  what === 'receivedAt' || what === 'customsReleasedAt' ? date : `${isoDay(date, timeZone)}T00:00:00.000Z`

/** Throws 400 at `complete` for an event that does not deliver. */
export function checkComplete({ complete, milestone }: Pick<Carrying, 'complete' | 'milestone'>): void {
  if (complete && milestone !== 'delivered') throw invalid({ complete: ONLY_DELIVERED_COMPLETES })
}

/** The values that an event also sets in an order: of the same fact, and only where they are empty. */
export function carriedBy(
  order: Carriable,
  { milestone, date, carry, complete }: Carrying,
  timeZone: string,
): Carried[] {
  const what = carry && milestone ? FILLS[milestone] : undefined
  const isFree = what === 'receivedAt' ? order.sailingId !== null : true
  const filled: Carried[] =
    what && isFree && order[what] === null
      ? [
          {
            what,
            from: null,
            to: valueAt(what, date, timeZone),
            ...(isDay(what) && !order.confirmed && { made: true }),
          },
        ]
      : []
  const completed: Carried[] =
    complete && order.status === OrderStatus.IN_PROGRESS
      ? [{ what: 'status', from: order.status, to: OrderStatus.COMPLETED }]
      : []
  return [...filled, ...completed]
}

const isDay = (what: CarriedField): what is 'actualTimeOfDepartureAt' | 'portActualTimeOfArrivalAt' =>
  what !== 'receivedAt' && what !== 'customsReleasedAt' && what !== 'status'

/** The facts of a mail about the event, with the values that it also sets. */
export function withCarried(found: MailedOrder, carried: readonly Carried[]): MailedOrder {
  const days = Object.fromEntries(carried.filter(({ what }) => isDay(what)).map(({ what, to }) => [what, to]))
  const status = carried.find(({ what }) => what === 'status')?.to ?? found.order.status
  const nothing = { ...recordOf(CONFIRMATION_COLUMNS, () => null), ...NO_TEXTS }
  const confirmation =
    Object.keys(days).length === 0 ? found.confirmation : { ...(found.confirmation ?? nothing), ...days }
  return { ...found, order: { ...found.order, status: Number(status) }, confirmation }
}
const NO_TEXTS = {
  placeOfReceipt: '',
  portOfLoading: '',
  portOfDischarge: '',
  placeOfDelivery: '',
  vessel: '',
  vesselVoyage: '',
  bookingClauses: '',
}

/** Sets or empties the receipt of a loading, told on the order and on its sailing. */
async function writeReceipt(
  tx: Tx,
  { id, sailingId, receivedAt: before }: Carriable,
  receivedAt: string | null,
  actor: Actor,
): Promise<void> {
  await tx.updateTable('loadings').set({ receivedAt }).where('orderId', '=', id).execute()
  const change = { before: { receivedAt: before }, after: { receivedAt } }
  await recordAudit(tx, actor, { action: 'order.receive', entity: 'orders', entityId: id, ...change }, ['receivedAt'])
  const onSailing = { action: 'sailing.receive', entity: 'sailings', entityId: sailingId, after: { orders: [id] } }
  await recordAudit(tx, actor, onSailing, ['orders'])
}

/** Empties a day of the booking confirmation; one that began with it, and has nothing else, goes. */
async function emptyDay(
  tx: Tx,
  services: MailSettings,
  {
    orderId,
    what,
    made,
  }: { orderId: number; what: 'actualTimeOfDepartureAt' | 'portActualTimeOfArrivalAt'; made: boolean },
  actor: Actor,
): Promise<void> {
  const before = await readConfirmation(tx, orderId)
  const isAll = before && !before.vessel && CONFIRMATION_COLUMNS.every((key) => key === what || !before[key])
  if (before && isAll && made) await removeConfirmation(tx, { orderId, before }, actor)
  else await editConfirmation(tx, services, { orderId, input: { [what]: null } as ConfirmationInput }, actor) // one of its fields
}

async function write(
  tx: Tx,
  services: MailSettings,
  { order, what, value }: { order: Carriable; what: CarriedField; value: CarriedValue['from'] },
  actor: Actor,
): Promise<void> {
  const orderId = order.id
  if (what === 'receivedAt') await writeReceipt(tx, order, value === null ? null : String(value), actor)
  else if (what === 'customsReleasedAt')
    await writeCustomsRelease(
      tx,
      { orderId, from: order.customsReleasedAt, to: value === null ? null : String(value) },
      actor,
    )
  else if (what === 'status') await editOrder(tx, services, { orderId, body: { status: value }, notify: false }, actor)
  else await editConfirmation(tx, services, { orderId, input: { [what]: value } as ConfirmationInput }, actor) // one of its fields
}

/** Writes carried values, each as an edit of its record. The order must be locked. */
export async function writeCarried(
  tx: Tx,
  services: MailSettings,
  { order, carried }: { order: Carriable; carried: readonly Carried[] },
  actor: Actor,
): Promise<void> {
  for (const { what, to } of carried) await write(tx, services, { order, what, value: to }, actor)
}

/** Takes carried values back where they still hold. The order must be locked. */
export async function takeCarriedBack(
  tx: Tx,
  services: MailSettings,
  { orderId, carried }: { orderId: number; carried: readonly Carried[] },
  actor: Actor,
): Promise<void> {
  if (carried.length === 0) return
  const order = await readCarriable(tx, orderId)
  for (const { what, from, to, made = false } of carried.toReversed()) {
    if (order[what] !== to) continue
    if (isDay(what)) await emptyDay(tx, services, { orderId, what, made }, actor)
    else await write(tx, services, { order, what, value: from }, actor)
  }
}

/**
 * Moves carried dates that still hold to another date of their event. Returns the carried values as they are
 * then. The order must be locked.
 */
export async function moveCarried(
  tx: Tx,
  services: MailSettings & { config: { timeZone: string } },
  { orderId, carried, date }: { orderId: number; carried: readonly Carried[]; date: string },
  actor: Actor,
): Promise<Carried[]> {
  if (carried.length === 0) return []
  const order = await readCarriable(tx, orderId)
  const moved: Carried[] = []
  for (const value of carried) {
    const { what, to } = value
    const next = what === 'status' ? to : valueAt(what, date, services.config.timeZone)
    const moves = next !== to && order[what] === to
    if (moves) await write(tx, services, { order, what, value: next }, actor)
    moved.push(moves ? { ...value, to: next } : value)
  }
  return moved
}

/** The values that an event would also set in an order, without completing it. Throws 404; 400 at `eventId`. */
export async function carriesOf(
  db: Db,
  orderId: number,
  event: Omit<Carrying, 'complete' | 'carry'>,
  timeZone: string,
): Promise<Carried[]> {
  return carriedBy(await readCarriable(db, orderId), { ...event, carry: true, complete: false }, timeZone)
}
