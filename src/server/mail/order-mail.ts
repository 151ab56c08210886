import { MailKind } from '#contract/mails/mails.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { LinkBases } from '#server/html/finish-html.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { TemplateValues } from '#server/templates/render-template.ts'
import { canSend } from './mail-server.ts'
import { linkBases, type MailSettings } from './mail-site.ts'
import { type MailedOrder, readMailedOrder } from './order-facts.ts'
import { type EventFacts, type MailSite, orderVariables } from './order-variables.ts'
import { queueMail } from './outbox.ts'
import { type ChangeSource, type RenderedMail, readTemplate, renderMail, type TemplateRef } from './render-mail.ts'

const siteOf = (services: MailSettings): MailSite & LinkBases => ({
  ...linkBases(services),
  timeZone: services.config.timeZone,
})

/** Which mail about which order. */
export interface OrderMail {
  orderId: number
  template: TemplateRef
  /** The history entry that the mail is about; the last one by default. */
  orderEventId?: number
  /** For previews: an event that is not set yet. */
  event?: Partial<EventFacts>
}

function valuesOf(found: MailedOrder, site: MailSite, upcoming?: Partial<EventFacts>) {
  const nothing: EventFacts = { name: '', publicStatus: '', date: '', comment: '' }
  const event = upcoming ? { ...(found.event ?? nothing), ...upcoming } : found.event
  return orderVariables({ ...found, event }, site)
}

/** A mail about an order as it is sent, and what it was made from. */
interface ComposedMail {
  rendered: RenderedMail
  to: { name: string; address: string }
  /** The client. */
  userId: number
  template: { id: number; title: string; subject: string; content: string }
  values: TemplateValues
}

/**
 * Composes a mail about an order: the only way to the text of one, for sending and for previews. Throws 404 for the order or
 * the template, 400 if the template is invalid.
 */
export async function composeOrderMail(db: Db, services: MailSettings, mail: OrderMail): Promise<ComposedMail> {
  const site = siteOf(services)
  const [found, template] = await Promise.all([
    readMailedOrder(db, mail.orderId, mail.orderEventId),
    readTemplate(db, mail.template),
  ])
  const values = valuesOf(found, site, mail.event)
  const rendered = await renderMail(db, template, values, site)
  const { userId, yourName, email } = found.order
  return { rendered, to: { name: yourName, address: email }, userId, template, values }
}

/** Renders a subject and content that are still being edited. Throws 404 for the order, 400 if they are invalid. */
export async function renderOrderDraft(
  db: Db,
  services: MailSettings,
  draft: { orderId: number; subject: string; content: string },
  change?: ChangeSource,
): Promise<RenderedMail> {
  const site = siteOf(services)
  const found = await readMailedOrder(db, draft.orderId)
  return renderMail(db, draft, valuesOf(found, site), site, change)
}

/** What a mail about an order belongs to, besides the order. */
type Queued = OrderMail & { documentIds?: number[] }

/**
 * Queues a composed mail about an order, to the order's address with copies, in the transaction that causes it. It is held for a
 * while first. Its kind is the purpose of its template, or EVENT. Answers the mail's id.
 */
export async function queueComposedMail(
  tx: Tx,
  services: MailSettings,
  mail: Queued & { composed: ComposedMail },
  actor: Pick<Actor, 'userId'>,
): Promise<number> {
  const { rendered, to, userId, template } = mail.composed
  return queueMail(
    tx,
    {
      ...rendered,
      kind: 'purpose' in mail.template ? mail.template.purpose : MailKind.EVENT,
      to,
      copies: true,
      orderId: mail.orderId,
      orderEventId: mail.orderEventId,
      userId,
      createdBy: actor.userId,
      templateId: template.id,
      templateTitle: template.title,
      documentIds: mail.documentIds,
    },
    { configured: await canSend(tx, services), holdSeconds: services.config.mailHoldSeconds },
  )
}

/** Composes a mail about an order and queues it, as `queueComposedMail` does. Throws 404, 400 as above. */
export async function queueOrderMail(
  tx: Tx,
  services: MailSettings,
  mail: Queued,
  actor: Pick<Actor, 'userId'>,
): Promise<number> {
  const composed = await composeOrderMail(tx, services, mail)
  return queueComposedMail(tx, services, { ...mail, composed }, actor)
}

/** Composes a stored mail about a history entry again, after the entry was corrected. */
export async function recomposeOrderMail(
  tx: Tx,
  services: MailSettings,
  mail: OrderMail & { mailId: number },
): Promise<void> {
  const { rendered } = await composeOrderMail(tx, services, mail)
  await tx.updateTable('mails').set(rendered).where('id', '=', mail.mailId).execute()
}
