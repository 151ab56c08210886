import type { z } from 'zod'
import type { DateChangePreview, DateChangeRow, dateChangePreviewInput } from '#contract/sailings/date-change.ts'
import type { Db } from '#server/db/client.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { factsOf, findEvent, findTemplate } from '#server/orders/events/submission.ts'
import { composeMail, readMailParts } from '#server/orders/mails/order-mail.ts'
import { lateCutOffs } from '#server/sailings/warnings.ts'
import { readStaffSettings } from '#server/settings/staff-settings.ts'
import { changedDates } from './change-list.ts'
import { arrivalsOf, type Change, differsFrom, newsFor, orderMoves, sailingMoves } from './moves.ts'
import type { Target } from './read-orders.ts'
import { type ConcernedOrder, concernedOrders, recentEdits } from './read-orders.ts'
import { checkDates, readTarget } from './target.ts'

type Template = { id: number; title: string } | null

/** The mail that clients would get: the chosen template, else that of the event. Throws 400 at the fields. */
export async function templateOf(
  db: Db,
  { eventId, emailTemplateId }: { eventId: number | null; emailTemplateId: number | null },
): Promise<Template> {
  const [event, chosen] = await Promise.all([
    eventId === null ? null : findEvent(db, eventId),
    findTemplate(db, emailTemplateId),
  ])
  if (chosen) return { id: chosen.id, title: chosen.title }
  if (!event) return null
  const own = await db
    .selectFrom('mailTemplates as t')
    .innerJoin('events as e', 'e.emailTemplateId', 't.id')
    .select(['t.id', 't.title'])
    .where('e.id', '=', event.id)
    .executeTakeFirst()
  return own ?? null
}

/**
 * The effect of the change on one order; `news` says whether its client should hear of it, and by how many
 * days it moves.
 */
export function moveOrder(change: Change, { own, known }: ConcernedOrder, shiftDays: number) {
  const fields = orderMoves(change, own)
  const moved = fields.some(({ field }) => field.endsWith('EstimatedTimeOfArrivalAt'))
  const to = arrivalsOf(own, fields)
  return { fields, to, news: moved ? newsFor(known, to, shiftDays) : { isNews: false, days: null } }
}

type Asked = z.output<typeof dateChangePreviewInput>
type Moving = ReturnType<typeof moveOrder> & { order: ConcernedOrder }

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The orders that one mail would tell: this one, or all of its address; none if it would get no mail. */
function toldWith(moving: readonly Moving[], { orderId, onePerClient }: Asked): Moving[] {
  const mailed = moving.filter(({ news }) => news.isNews)
  const asked = mailed.find(({ order }) => order.id === orderId)
  if (!asked || !onePerClient) return asked ? [asked] : []
  return mailed.filter(({ order }) => isSame(order.email, asked.order.email))
}

/** The template that says that dates have changed. */
const suggestedTemplate = (db: Db) =>
  db.selectFrom('mailTemplates').select(['id', 'title']).where('suggestedFor', '=', 'dates').executeTakeFirst()

/** The mail of one order as the change would send it; null if it would get none. */
async function sampleOf(
  db: Db,
  services: MailSettings,
  { orders, template, input }: { orders: readonly Moving[]; template: Template; input: Asked },
): Promise<DateChangePreview['sample']> {
  const [own] = orders
  if (!template || !own) return null
  const { order, fields } = own
  const { eventId, comment } = input
  const [{ found, ...parts }, event] = await Promise.all([
    readMailParts(db, { orderId: order.id, template: { id: template.id } }),
    eventId === null ? null : findEvent(db, eventId),
  ])
  const dates = Object.fromEntries(fields.map(({ field, to }) => [field, to]))
  const confirmation = found.confirmation && { ...found.confirmation, ...dates }
  const facts = event ? factsOf(event, { date: new Date().toISOString(), comment }) : { comment }
  const change = changedDates(
    orders.map(({ order: { trackingCode, known }, ...moved }) => ({ ...moved, trackingCode, before: known })),
    services.config.timeZone,
  )
  const { rendered, to } = await composeMail(services, { ...parts, found: { ...found, confirmation } }, facts, {
    change,
  })
  return { subject: rendered.subject, html: rendered.html, to: to.address }
}

/** The effect of a change of dates on each order; changes nothing. Throws 404, 400 at the fields, 409. */
export async function previewDateChange(
  db: Db,
  services: MailSettings,
  { target, input, showsMail, userId }: { target: Target; input: Asked; showsMail: boolean; userId: number },
): Promise<DateChangePreview> {
  const before = await readTarget(db, target)
  checkDates(target, before, input)
  const change: Change = { ...input, earlier: before.earlier }
  const [orders, template, { shiftDays }, suggested] = await Promise.all([
    concernedOrders(db, target),
    templateOf(db, input),
    readStaffSettings(db),
    suggestedTemplate(db),
  ])
  const edits = await recentEdits(
    db,
    orders.map(({ id }) => id),
    { target, userId },
  )
  const moving = orders.map((order) => ({ order, ...moveOrder(change, order, shiftDays) }))
  const rows = moving.map(({ order, fields, news }): DateChangeRow => {
    const { id, trackingCode, companyName, updatedAt, toldPortEta, toldPlaceEta, own, email } = order
    return {
      id,
      trackingCode,
      companyName,
      updatedAt,
      fields,
      toldPortEta,
      toldPlaceEta,
      differs: differsFrom(change, own),
      mail: news.isNews ? { to: email, template, shiftDays: news.days } : null,
      conflict: edits.get(id) ?? null,
    }
  })
  const sample = showsMail ? await sampleOf(db, services, { orders: toldWith(moving, input), template, input }) : null
  const warnings = lateCutOffs({ ...before.earlier, ...input.dates }, services.config.timeZone)
  const addresses = rows.flatMap(({ mail }) => (mail ? [mail.to.toLowerCase()] : []))
  return {
    updatedAt: before.updatedAt,
    dates: sailingMoves(change),
    warnings,
    orders: rows,
    suggestedTemplate: suggested ?? null,
    mails: { count: addresses.length, clients: new Set(addresses).size },
    sample,
  }
}
