import { sql } from 'kysely'
import type { ConfirmationInput } from '#contract/orders/confirmation.ts'
import { ORDER_DELETED } from '#contract/runs/runs.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockDeliveries } from '#server/mail/cancel-mails.ts'
import { mailHasLeft } from '#server/mail/mail-site.ts'
import { editConfirmation } from '#server/orders/confirmation/edit-confirmation.ts'
import { setEvent } from '#server/orders/events/set-event.ts'
import { factsOf, findEvent, requireTemplate } from '#server/orders/events/submission.ts'
import { withdrawEntry } from '#server/orders/events/withdraw-entry.ts'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
import type { EventFacts } from '#server/orders/mails/order-variables.ts'
import { changedBy } from '#server/runs/changed-by.ts'
import type { Outcome, RunKind, StoredItem, StoredRun } from '#server/runs/run-kind.ts'
import type { Services } from '#server/services.ts'
import { readStaffSettings } from '#server/settings/staff-settings.ts'
import type { DatesItem, DatesRun } from './apply.ts'
import { changedDates, type ToldChange } from './change-list.ts'
import { type Arrivals, arrivalsOf, type Moved, newsFor } from './moves.ts'
import { moveOrder } from './preview.ts'
import { type ConcernedOrder, isPartOf, leftOut, ordersById } from './read-orders.ts'
import { takeDatesBack } from './sailing-dates.ts'
import { changesOf, type MailedChange, ordersTold, recompose, tellTogether } from './shared-mail.ts'

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

/** The event of a change, as its mails state it; without one they have the comment alone. */
async function eventOf(db: Db, { eventId, comment }: DatesRun): Promise<Partial<EventFacts>> {
  if (eventId === null) return { comment }
  return factsOf(await findEvent(db, eventId), { date: new Date().toISOString(), comment })
}

interface Said {
  asked: DatesRun
  order: ConcernedOrder
  template: DatesRun['template']
  change: ToldChange
}

/**
 * Sets the event, queues the mail, or both, each like the single action. Where a client gets one mail about
 * several orders, that belongs to none of their events.
 */
async function tell(
  tx: Tx,
  services: Services & { runId: number },
  { asked, order, template, change }: Said,
  actor: Actor,
): Promise<Pick<DatesDone, 'entryId' | 'mailId'>> {
  if (template) await requireTemplate(tx, { id: template.id, name: template.title })
  const { eventId, comment, onePerClient } = asked
  const { id: orderId, email: address } = order
  const isShared = template !== null && onePerClient && (await ordersTold(tx, services.runId, address)) > 1
  const ofEvent = isShared ? null : template
  const told = { change: { ...change, orderId }, address, event: await eventOf(tx, asked) }
  const mailOf = async () => {
    if (!template) return null
    if (isShared) return tellTogether(tx, services, { ...told, templateId: template.id }, actor)
    const mail = { orderId, template: { id: template.id }, event: told.event }
    return queueOrderMail(tx, services, { ...mail, change: listed }, actor)
  }
  const listed = changedDates([change], services.config.timeZone)
  if (eventId === null) return { entryId: null, mailId: await mailOf() }
  const event = { bookingRequestId: orderId, eventId, date: new Date().toISOString(), comment, documents: [] }
  const alone = { carry: false, complete: false, change: listed }
  const input = { ...event, ...alone, emailTemplateId: ofEvent?.id ?? null, uploadedBy: actor.userId ?? 0 }
  const entry = await setEvent(tx, services, input, actor)
  return { entryId: entry.id, mailId: isShared ? await mailOf() : (entry.mail?.id ?? null) }
}

async function apply(tx: Tx, services: Services & { runId: number }, row: Row, actor: Actor): Promise<Outcome> {
  const asked = askedOf(row)
  const { recordId: orderId, version } = row.item
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
  const change = { trackingCode: order.trackingCode, fields, before: order.known, to }
  const told = await tell(tx, services, { asked, order, template, change }, actor)
  return { state: 'done', result: { fields, before: order.known, to, ...told } satisfies DatesDone }
}

async function undo(tx: Tx, services: Services, row: Row, actor: Actor): Promise<string | null> {
  const { fields, entryId, mailId } = doneOf(row)
  const { recordId: orderId } = row.item
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

/** Why what a mail tells of an order is outdated; null if it is not. */
function outdatedChange({ state, to, before }: MailedChange, order: ConcernedOrder | undefined, shiftDays: number) {
  if (state === 'undone') return 'The change of dates was undone'
  if (!order) return null
  const now = arrivalsOf(order.own)
  if (now.portEta !== to.portEta || now.placeEta !== to.placeEta) return 'The dates have changed since'
  const known = { portEta: order.toldPortEta ?? before.portEta, placeEta: order.toldPlaceEta ?? before.placeEta }
  return newsFor(known, to, shiftDays).isNews ? null : 'The client was told these dates already'
}

/**
 * Why a due mail about changed dates is outdated: its dates are no longer those of its orders, or another mail
 * has told the client since. Of several orders, those that are outdated are left out.
 */
const outdated: NonNullable<RunKind['outdated']> = ({ db, ...services }, mailId) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ templateId: number | null; input: DatesRun }>`
      select m.template_id, r.input from mails m join runs r on r.id = m.run_id where m.id = ${mailId} for update of m`.execute(
      tx,
    )
    const changes = await changesOf(tx, mailId)
    const found = await ordersById(
      tx,
      changes.map(({ orderId }) => orderId),
    )
    const orders = new Map(found.map((order) => [order.id, order]))
    const { shiftDays } = await readStaffSettings(tx)
    const judged = changes.map((change) => ({
      change,
      reason: outdatedChange(change, orders.get(change.orderId), shiftDays),
    }))
    const valid = judged.filter(({ reason }) => reason === null).map(({ change }) => change)
    const [gone] = judged.flatMap(({ reason }) => reason ?? [])
    const { templateId, input } = rows[0] ?? {}
    if (!gone) return null
    if (valid.length === 0 || !templateId || !input) return gone
    await recompose(tx, services, { mailId, templateId, event: await eventOf(tx, input) }, valid)
    return null
  })

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
