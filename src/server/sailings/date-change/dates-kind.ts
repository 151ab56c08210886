import { sql } from 'kysely'
import type { ConfirmationInput } from '#contract/orders/confirmation.ts'
import { ORDER_DELETED } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockDeliveries } from '#server/mail/cancel-mails.ts'
import { mailHasLeft } from '#server/mail/mail-site.ts'
import { editConfirmation } from '#server/orders/confirmation/edit-confirmation.ts'
import { setEvent } from '#server/orders/events/set-event.ts'
import { requireTemplate } from '#server/orders/events/submission.ts'
import { withdrawEntry } from '#server/orders/events/withdraw-entry.ts'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
import { changedBy } from '#server/runs/changed-by.ts'
import type { Outcome, RunKind, StoredItem, StoredRun } from '#server/runs/run-kind.ts'
import type { Services } from '#server/services.ts'
import { readStaffSettings } from '#server/settings/staff-settings.ts'
import type { DatesItem, DatesRun } from './apply.ts'
import { type Arrivals, arrivalsOf, type Moved, newsFor } from './moves.ts'
import { moveOrder } from './preview.ts'
import { type ConcernedOrder, isPartOf, leftOut, ordersById } from './read-orders.ts'
import { takeDatesBack } from './sailing-dates.ts'

/** The result of a row of the run. */
interface DatesDone {
  fields: Moved[]
  /** The arrivals that the client knew before, and those of the order now. */
  before: Arrivals
  to: Arrivals
  entryId: number | null
  mailId: number | null
}

type Row = { run: StoredRun; item: StoredItem }
// The casts: changeDates and apply stored these values.
const askedOf = ({ run }: Row) => run.input as DatesRun
const askedHere = ({ item }: Row) => item.input as DatesItem
const doneOf = ({ item }: Row) => item.result as DatesDone

/** Locks an order, so that nobody changes it or its confirmation meanwhile, and reads it. */
async function lockAndRead(tx: Tx, orderId: number): Promise<ConcernedOrder | undefined> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().executeTakeFirst()
  return (await ordersById(tx, [orderId]))[0]
}

/** Sets the event, queues the mail, or both, each like the single action. */
async function tell(
  tx: Tx,
  services: Services & { runId: number },
  { orderId, asked, template }: { orderId: number; asked: DatesRun; template: DatesRun['template'] },
  actor: Actor,
): Promise<Pick<DatesDone, 'entryId' | 'mailId'>> {
  if (template) await requireTemplate(tx, { id: template.id, name: template.title })
  const { eventId, comment } = asked
  if (eventId !== null) {
    const event = { bookingRequestId: orderId, eventId, date: new Date().toISOString(), comment, documents: [] }
    const alone = { carry: false, complete: false }
    const input = { ...event, ...alone, emailTemplateId: template?.id ?? null, uploadedBy: actor.userId ?? 0 }
    const entry = await setEvent(tx, services, input, actor)
    return { entryId: entry.id, mailId: entry.mail?.id ?? null }
  }
  const mailId = template && (await queueOrderMail(tx, services, { orderId, template: { id: template.id } }, actor))
  return { entryId: null, mailId }
}

async function apply(tx: Tx, services: Services & { runId: number }, row: Row, actor: Actor): Promise<Outcome> {
  const asked = askedOf(row)
  const { orderId, version } = row.item
  const order = await lockAndRead(tx, orderId)
  const reason = order ? leftOut(order) : ORDER_DELETED
  if (!order || reason) return { state: 'skipped', reason: reason ?? '' }
  if (!isPartOf(asked.target, order)) throw new AppError(409, `No longer on ${asked.name}`)
  if (version && version !== order.updatedAt)
    throw new AppError(409, await changedBy(tx, order, 'confirmations', services.config.timeZone))
  const { shiftDays } = await readStaffSettings(tx)
  const { fields, to, news } = moveOrder(asked.change, order, shiftDays)
  if (fields.length > 0) {
    const dates = Object.fromEntries(fields.map(({ field, to: value }) => [field, value]))
    await editConfirmation(tx, services, { orderId, input: dates as ConfirmationInput }, actor) // some of its fields
  }
  const template = askedHere(row).mail && news.isNews ? asked.template : null
  const told = await tell(tx, services, { orderId, asked, template }, actor)
  return { state: 'done', result: { fields, before: order.known, to, ...told } satisfies DatesDone }
}

async function undo(tx: Tx, services: Services, row: Row, actor: Actor): Promise<string | null> {
  const { fields, entryId, mailId } = doneOf(row)
  const { orderId } = row.item
  const { timeZone } = services.config
  const order = await lockAndRead(tx, orderId)
  if (!order || order.deleted) return ORDER_DELETED
  const leftAt = mailId === null ? null : await lockDeliveries(tx, mailId)
  if (leftAt) return mailHasLeft(leftAt, timeZone).message
  if (fields.some(({ field, to }) => (order.own[field] ?? null) !== to))
    return changedBy(tx, order, 'confirmations', timeZone)
  if (entryId !== null) await withdrawEntry(tx, services, { entryId, reason: 'The change of dates was undone' }, actor)
  if (fields.length > 0) {
    const dates = Object.fromEntries(fields.map(({ field, from }) => [field, from]))
    await editConfirmation(tx, services, { orderId, input: dates as ConfirmationInput }, actor) // some of its fields
  }
  return null
}

/**
 * Why a due mail about changed dates is outdated: its dates are no longer those of the order, or another mail
 * has told the client since.
 */
async function outdated({ db }: Pick<Services, 'db'>, mailId: number): Promise<string | null> {
  const { rows } = await sql<{ result: DatesDone; state: string; orderId: number }>`
    select i.result, i.state, i.order_id from mails m join run_items i on i.run_id = m.run_id and i.order_id = m.order_id
    where m.id = ${mailId}`.execute(db)
  const [row] = rows
  const [order] = row ? await ordersById(db, [row.orderId]) : []
  if (!row || !order) return null
  if (row.state === 'undone') return 'The change of dates was undone'
  const { to, before } = row.result
  const now = arrivalsOf(order.own)
  if (now.portEta !== to.portEta || now.placeEta !== to.placeEta) return 'The dates have changed since'
  const { shiftDays } = await readStaffSettings(db)
  const known = { portEta: order.toldPortEta ?? before.portEta, placeEta: order.toldPlaceEta ?? before.placeEta }
  return newsFor(known, to, shiftDays).isNews ? null : 'The client was told these dates already'
}

/** Runs that change the dates of the orders of a sailing or a voyage. */
export const DATES: RunKind = {
  // The rights of POST sailing/{id}/date-change.
  needs: { access: 'staff', about: [{ nouns: ['reference', 'orders'], input: { target: {} } }] },
  apply,
  undo,
  changesBeside: ({ input }) => {
    const { target, moves } = input as DatesRun // as changeDates stored it
    return 'sailingId' in target && moves.length > 0
  },
  undoWhole: async (tx, _, run, actor) => {
    const { target, moves } = run.input as DatesRun // as changeDates stored it
    return 'sailingId' in target ? takeDatesBack(tx, actor, { ...target, moves }) : null
  },
  outdated,
}
