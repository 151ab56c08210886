import { formatAt } from '#contract/lib/format.ts'
import type { AttachedKind } from '#contract/made-documents/made-documents.ts'
import { furthestMilestone, hasReached } from '#contract/orders/progress.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { CHANGED_SINCE, FURTHER_ON, HAS_EVENT, type LeftOut } from '#contract/runs/start-run.ts'
import { type Bulk, bulkKind } from '#server/bulk/bulk-kind.ts'
import { type BulkOrder, lockBulkOrder } from '#server/bulk/bulk-orders.ts'
import {
  changedReceipt,
  hasRecorded,
  recordedBy,
  takeRecordedBack,
  takeUnreachedBack,
} from '#server/bulk/facts/recorded.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lackingOrders, lacksWords } from '#server/made-documents/lacking-orders.ts'
import { makeDocument } from '#server/made-documents/make-document.ts'
import { carriedBy, checkComplete, readCarriable, withCarried } from '#server/orders/events/carry.ts'
import { setEvent } from '#server/orders/events/set-event.ts'
import { factsOf, findEvent, findTemplate, requireEvent, requireTemplate } from '#server/orders/events/submission.ts'
import { undoRunEvent } from '#server/orders/events/undo-event.ts'
import { composeMail } from '#server/orders/mails/order-mail.ts'
import { RowFailure } from '#server/runs/row-failure.ts'
import { ABOUT_ORDERS } from '#server/runs/run-needs.ts'
import type { Services } from '#server/services.ts'

interface Plan {
  event: { id: number; name: string; publicStatus: string; milestone: Milestone | null }
  date: string
  comment: string
  template: { id: number; name: string } | null
  /** The kind of document that is made for each order. */
  attaches: AttachedKind | null
  /** Whether an order fails whose document cannot be made. */
  attachRequired?: boolean
  leaveOut?: readonly LeftOut[]
  carry: boolean
  complete: boolean
}

interface Done {
  entryId: number
}

const PAST_REASONS: Record<LeftOut, string> = { 'has-already': HAS_EVENT, 'further-on': FURTHER_ON }

/**
 * Whether an order has an event already, as its current one or at its milestone, or is past its milestone;
 * null if neither. An event outside the order of a shipment, such as a hold, may come again.
 */
function pastOf({ id, milestone }: Plan['event'], order: BulkOrder): LeftOut | null {
  if (order.lastEventId === id) return 'has-already'
  const furthest = furthestMilestone(order, Date.now())
  if (milestone && furthest !== milestone && hasReached(furthest, milestone)) return 'further-on'
  return order.reachedEvents.includes(id) ? 'has-already' : null
}

/** Why an event of a run stays: its order has a later one, or it was corrected. Null if neither. */
async function changedSince(tx: Tx, orderId: number, entryId: number, timeZone: string): Promise<string | null> {
  const [entry] = await tx
    .selectFrom('orderEvents as e')
    .leftJoin('users as u', 'u.id', 'e.userId')
    .leftJoin('users as by', 'by.id', 'e.editedBy')
    .select(['e.id', 'e.eventName', 'e.createdAt', 'e.editedAt', 'u.username', 'by.username as editor'])
    .where('e.orderId', '=', orderId)
    .orderBy('e.id', 'desc')
    .limit(1)
    .execute()
  if (!entry) return null
  if (entry.id > entryId)
    return `${entry.username ?? 'someone else'} set ${entry.eventName} ${formatAt(entry.createdAt, timeZone)}`
  return entry.editedAt && `changed by ${entry.editor ?? 'someone else'} ${formatAt(entry.editedAt, timeZone)}`
}

const attachedBy = async (db: Db, id: number): Promise<AttachedKind | null> => {
  const found = db.selectFrom('mailTemplates').select('attaches').where('id', '=', id)
  return ((await found.executeTakeFirst())?.attaches ?? null) as AttachedKind | null // checked by the database
}

/**
 * The document of an order: the newest version if it still holds. Throws a RowFailure that names everything
 * missing.
 */
async function madeFor(
  services: Services,
  { orderId, kind }: { orderId: number; kind: AttachedKind },
  actor: Actor & { userId: number },
): Promise<number> {
  try {
    const wanted = { subject: { orderId }, kind, pieces: null, ifChanged: true }
    const [newest] = (await makeDocument(services, wanted, actor)).versions
    if (newest) return newest.documentId
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error
    throw new RowFailure(lacksWords(kind, Object.values(error.data ?? {})), 'send-without-pdf')
  }
  throw notFound('Document')
}

/**
 * Sets an event for each order, with its mail, its document and what it carries. An order whose client has no
 * address gets only the event.
 */
const OF_SELECTION: Bulk = bulkKind<'event', Plan, Done>('event', {
  needs: ABOUT_ORDERS,
  skipsCancelled: true,
  async plan(db, { eventId, date, comment, emailTemplateId, attach, complete, ...given }) {
    const { id, name, publicStatus, milestone } = await findEvent(db, eventId)
    checkComplete({ complete, milestone })
    const found = await findTemplate(db, emailTemplateId)
    const template = found && { id: found.id, name: found.title }
    const attaches = attach && template ? await attachedBy(db, template.id) : null
    const event = { id, name, publicStatus, milestone }
    const { carry, attachRequired, leaveOut } = given
    const does = { carry, complete, attaches, attachRequired, leaveOut }
    return { title: name, plan: { event, date, comment, template, ...does } }
  },
  isPast({ event, leaveOut = [] }, order) {
    const outcome = pastOf(event, order)
    return outcome && { outcome, reason: PAST_REASONS[outcome], skipped: leaveOut.includes(outcome) }
  },
  foresee: async (_, __, orders) =>
    new Map(
      orders.flatMap(({ order, lastEventEntryId: seen }) =>
        seen === undefined || seen === order.lastEventEntryId ? [] : [[order.id, CHANGED_SINCE]],
      ),
    ),
  documents: async (db, { attaches, attachRequired = false }, orders) =>
    attaches && {
      cannot: await lackingOrders(
        db,
        attaches,
        orders.map(({ id }) => id),
      ),
      required: attachRequired,
    },
  needsPapers: ({ event }) => event.milestone === 'loaded',
  template: ({ template }) => template && { id: template.id },
  async compose(services, { found, template }, { event, date, comment, ...does }, { db, orderId }) {
    const carrying = { ...does, milestone: event.milestone, date }
    const carried = carriedBy(await readCarriable(db, orderId), carrying, services.config.timeZone)
    return composeMail(services, { template, found: withCarried(found, carried) }, factsOf(event, { date, comment }))
  },
  async prepare(services, { plan: { attaches, attachRequired = false }, order, withoutPdf }, actor) {
    const { userId } = actor
    if (!attaches || withoutPdf || order.email === '' || userId === null) return []
    try {
      return [await madeFor(services, { orderId: order.id, kind: attaches }, { ...actor, userId })]
    } catch (error) {
      if (attachRequired || !(error instanceof RowFailure)) throw error
      return []
    }
  },
  async apply(tx, services, { plan, order, seen, documents }, actor) {
    const { event, date, comment, template, carry, complete } = plan
    await Promise.all([requireEvent(tx, event), template && requireTemplate(tx, template)])
    const submission = {
      bookingRequestId: order.id,
      eventId: event.id,
      date,
      comment,
      carry,
      complete,
      documents: [...documents],
      emailTemplateId: order.email === '' ? null : (template?.id ?? null),
      lastEventEntryId: seen?.lastEventEntryId,
      uploadedBy: actor.userId ?? 0,
    }
    return { entryId: (await setEvent(tx, services, submission, actor)).id }
  },
  async undo(tx, services, { order, done: { entryId } }, actor) {
    const reason = await changedSince(tx, order.id, entryId, services.config.timeZone)
    if (reason) return reason
    const stands = await tx.selectFrom('orderEvents').select('id').where('id', '=', entryId).executeTakeFirst()
    // A missing entry was undone by somebody alone.
    if (stands) await undoRunEvent(tx, services, entryId, actor)
    return null
  },
})

/** Runs that set an event; of one that began with a recorded fact, the undo takes the fact back too. */
export const EVENT: Bulk = {
  ...OF_SELECTION,
  async undo(tx, services, row, actor) {
    const { recordId: orderId } = row.item
    const recorded = recordedBy(row.item)
    await lockBulkOrder(tx, orderId)
    const reason = (await changedReceipt(tx, orderId, recorded)) ?? (await OF_SELECTION.undo(tx, services, row, actor))
    if (reason) return reason
    await takeRecordedBack(tx, services, { orderId, recorded }, actor)
    return null
  },
  changesBeside: hasRecorded,
  undoWhole: takeUnreachedBack,
}
