import { MailState } from '#contract/codes/mail-state.ts'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { MailKind, RecipientRole } from '#contract/mail/mail-codes.ts'
import { addDays } from '#demo/lib/days.ts'
import type { Rows } from '#demo/lib/insert-rows.ts'
import { createRandom, type Random } from '#demo/lib/random.ts'
import type { Confirmation } from '#demo/orders/confirmations.ts'
import type { NumberedEntry, OrderRow } from '#demo/orders/order-rows.ts'
import { eventOf } from '#demo/reference/events.ts'
import { COPIES } from '#demo/reference/mail-addresses.ts'
import { renderTemplate } from '#server/mail/rendering/render-template.ts'
import type { TemplateIds } from './load-templates.ts'
import { BLOCKS } from './mail-blocks.ts'
import { TEMPLATES, type TemplateKey } from './mail-templates.ts'
import { mailValues } from './mail-values.ts'

/** A mail to write: an entry and its template. */
interface Planned {
  numbered: NumberedEntry
  kind: MailKind
  key: TemplateKey
}

interface Outbox {
  mails: Rows<'mails'>
  deliveries: Rows<'mailDeliveries'>
}

const BOOKING_SHARE = 0.05
const RECENT_DAYS = 3
const UNSENT_SHARE = 0.04
/** Mails that could not be delivered, and the answers of the recipients' servers. */
const FAILURES = new Map([
  [211, '550 5.1.1 Recipient address rejected: user unknown'],
  [787, '552 5.2.2 Mailbox is full'],
  [1204, 'Gave up after 6 attempts: connection timed out'],
])
const BLOCK_TEXTS = Object.fromEntries(BLOCKS.map(({ identifier, content }) => [identifier, content]))

/** The outbox: mails sent with events, bookings and quote requests, oldest first, with their recipients. */
export function buildMails(
  entries: readonly NumberedEntry[],
  orders: readonly OrderRow[],
  confirmations: readonly Confirmation[],
  ids: TemplateIds,
  now: Date,
): Outbox {
  const random = createRandom('mails')
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const confirmationOf = new Map(confirmations.map((confirmation) => [confirmation.orderId, confirmation]))
  const planned = entries.flatMap((numbered) => plan(numbered, now, random))
  const mails = planned.map(({ numbered: { id, order, entry }, kind, key }, at) => {
    const row = orderOf.get(order.id)
    const template = TEMPLATES.find((known) => known.key === key)
    if (!row || !template) throw new Error(`No order ${order.id} or no template ${key}`)
    const { subject, html } = renderTemplate(
      template,
      mailValues(row, entry, confirmationOf.get(order.id)),
      BLOCK_TEXTS,
    )
    return {
      ...{ id: at + 1, kind, orderId: order.id, orderEventId: kind === MailKind.EVENT ? id : null, userId: null },
      ...{ createdBy: entry.userId, templateId: ids.get(key)?.id ?? null, templateTitle: template.title },
      subject,
      html,
      text: plainText(html),
      createdAt: entry.setAt,
    }
  })
  const deliveries = planned.flatMap(({ numbered }, at) => deliver(numbered, at + 1, random))
  return { mails, deliveries: deliveries.map((row, at) => ({ id: at + 1, ...row })) }
}

function plan(numbered: NumberedEntry, now: Date, random: Random): Planned[] {
  const { entry, order } = numbered
  const { template } = eventOf(entry.event)
  if (entry.mailed && template) return [{ numbered, kind: MailKind.EVENT, key: template }]
  if (entry.event !== 'received') return []
  if (order.shipment.mode === TransportationMode.FCL)
    return [{ numbered, kind: MailKind.QUOTE_REQUEST, key: 'quoteRequest' }]
  const sent = random.chance(BOOKING_SHARE) || entry.setAt > addDays(now, -RECENT_DAYS)
  return sent ? [{ numbered, kind: MailKind.BOOKING_REQUEST, key: 'bookingRequest' }] : []
}

function deliver({ order, entry }: NumberedEntry, mailId: number, random: Random) {
  const unsent = random.chance(UNSENT_SHARE)
  const failure = unsent ? undefined : FAILURES.get(mailId)
  const { client } = order.shipment
  const sentAt = new Date(entry.setAt.getTime() + random.int(900, 9_000))
  const recipient = (role: RecipientRole, name: string, address: string, reason: string | null) => ({
    mailId,
    role,
    name,
    address,
    reason,
    state: unsent ? MailState.UNSENT : reason ? MailState.FAILED : MailState.SENT,
    attempts: unsent ? 0 : reason?.includes('6 attempts') ? 6 : 1,
    sentAt: unsent || reason ? null : sentAt,
    updatedAt: sentAt,
  })
  const copies = COPIES.map(({ name, email }) => recipient(RecipientRole.COPY, name, email, null))
  return [recipient(RecipientRole.TO, client.person, client.email, failure ?? null), ...copies]
}

const ENTITIES: Record<string, string> = {
  '&middot;': '·',
  '&#39;': "'",
  '&#34;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/** The text of a mail, line by line, without its head. */
function plainText(html: string): string {
  const lines = html
    .replace(/<head>[\s\S]*?<\/head>/, '')
    .replace(/<\/td>\s*<td[^>]*>/g, ': ')
    .replace(/<br>|<\/(?:p|h1|tr|table|li)>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&[a-z#0-9]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
  return lines
    .map((line) => line.replace(/[^\S\u00a0]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}
