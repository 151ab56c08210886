import { MailKind, MailPurpose } from '#contract/mail/mail-codes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { renderSecretMail } from '#server/mail/built-in-mails.ts'
import { giveOwnLink, replaceOwnLink } from '#server/mail/links/own-link.ts'
import { HIDDEN, personalUrl } from '#server/mail/links/secret-links.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { type MailBases, type MailSettings, mailBases } from '#server/mail/mail-site.ts'
import { mailStatement, type ToldDates } from '#server/mail/outbox.ts'
import {
  type ChangeSource,
  MisplacedSecret,
  type RenderedMail,
  readBlocks,
  readTemplate,
  renderMail,
  type TemplateRef,
} from '#server/mail/render-mail.ts'
import type { TemplateValues } from '#server/mail/rendering/render-template.ts'
import { type MailedOrder, readMailedOrder } from './order-facts.ts'
import { type EventFacts, type MailSite, orderVariables } from './order-variables.ts'

/** The subject of a mail: an order and an entry. */
export interface OrderMail {
  orderId: number
  template: TemplateRef
  /** The history entry that the mail is about; the last one by default. */
  orderEventId?: number
  /** An event that is not set yet, for previews. */
  event?: Partial<EventFacts>
  /** Values of this mail beside those of its order. */
  more?: TemplateValues
  /** Changed dates that it tells. */
  change?: ChangedDates
}

/** The changed dates that a mail tells: of its order, or of several orders of one client. */
export interface ChangedDates {
  /** The value of `change.list`: the code of each order, and a line for each date. */
  list: string
  /** Whether it lists several orders. A mail whose template has no list gets it at its end then. */
  several: boolean
  /** The arrivals of the mail's own order in the list. */
  tells: ToldDates
}

function valuesOf(found: MailedOrder, site: MailSite, upcoming?: Partial<EventFacts>): TemplateValues {
  const nothing: EventFacts = { name: '', publicStatus: '', date: '', comment: '' }
  const event = upcoming ? { ...(found.event ?? nothing), ...upcoming } : found.event
  return orderVariables({ ...found, event }, site)
}

/**
 * The values of a mail to a client, with the client's own link to the tracking page, hidden until the mail is
 * queued.
 */
function personalised(values: TemplateValues, { appUrl }: MailBases): { values: TemplateValues; publicUrl: string } {
  const publicUrl = String(values['site.trackingUrl'] ?? '')
  return { values: { ...values, 'site.trackingUrl': personalUrl(appUrl, HIDDEN) }, publicUrl }
}

/** The public link for subjects: they are shown in lists, and must not contain secrets. */
const publicSubject = (publicUrl: string) => ({ inSubject: { 'site.trackingUrl': publicUrl } })

/**
 * Renders a mail to a client. A template that would show the client's link to others gets the public link
 * instead; one that asks for papers is then replaced by the product's own text.
 */
async function renderPersonal(
  template: MailParts['template'],
  values: TemplateValues,
  site: MailBases,
  publicUrl: string,
): Promise<RenderedMail> {
  try {
    return await renderMail(template, values, site, publicSubject(publicUrl))
  } catch (error) {
    if (!(error instanceof MisplacedSecret)) throw error
    const open = { ...values, 'site.trackingUrl': publicUrl }
    const purpose = MailPurpose.DOCUMENTS_REQUESTED
    return renderSecretMail({ ...template, purpose }, open, site, { open: ['site.trackingUrl'] })
  }
}

/** A mail about an order as it is sent, but with its own link hidden, and with its sources. */
interface ComposedMail {
  rendered: RenderedMail
  to: { name: string; address: string }
  /** Id of the client. */
  userId: number
  template: MailParts['template']
  values: TemplateValues
  tells: ToldDates
  /** The public tracking page. */
  publicUrl: string
}

/** Everything that a mail about an order is made from. */
export interface MailParts {
  found: MailedOrder
  template: Awaited<ReturnType<typeof readTemplate>>
}

/** Reads the parts of a mail about an order in one trip. Throws 404 for the order or the template. */
export async function readMailParts(db: Db, mail: OrderMail): Promise<MailParts> {
  const [found, template] = await Promise.all([
    readMailedOrder(db, mail.orderId, mail.orderEventId),
    readTemplate(db, mail.template),
  ])
  return { found, template }
}

/** Arrivals that the client reads in a mail: its template names them, and its text contains them. */
function toldDates({ found, template }: MailParts, values: TemplateValues, { subject, text }: RenderedMail): ToldDates {
  const source = [template.subject, template.content, ...Object.values(template.blocks)].join('\n')
  const told = (key: 'portEstimatedTimeOfArrivalAt' | 'placeEstimatedTimeOfArrivalAt') => {
    const day = String(values[`confirmation.${key}`] ?? '')
    // Plain text may break a date over two lines.
    const read = `${subject} ${text}`.replaceAll(/\s+/g, ' ')
    const isTold = day !== '' && source.includes(`confirmation.${key}`) && read.includes(day)
    return isTold ? (found.confirmation?.[key] ?? null) : null
  }
  return { portEta: told('portEstimatedTimeOfArrivalAt'), placeEta: told('placeEstimatedTimeOfArrivalAt') }
}

const CHANGE_LIST = 'change.list'
const namesList = ({ subject, content, blocks }: MailParts['template']) =>
  [subject, content, ...Object.values(blocks)].some((source) => source.includes(CHANGE_LIST))

/** The template with the list of changed dates at its end, if it lacks one that has to be there. */
function withList(template: MailParts['template'], change: ChangedDates | undefined): MailParts['template'] {
  if (!change?.several || namesList(template)) return template
  const { content } = template
  const end = content.lastIndexOf('</body>')
  const at = end < 0 ? content.length : end
  return { ...template, content: `${content.slice(0, at)}<p>{{ ${CHANGE_LIST} }}</p>${content.slice(at)}` }
}

/**
 * Composes a mail about an order, both for sending and for previews. Nothing else makes its text. Throws 400
 * if the template is invalid.
 */
export async function composeMail(
  services: MailSettings,
  parts: MailParts,
  event?: Partial<EventFacts>,
  { more, change }: Pick<OrderMail, 'more' | 'change'> = {},
): Promise<ComposedMail> {
  const { found } = parts
  const template = withList(parts.template, change)
  const site = mailBases(services)
  const own = { ...valuesOf(found, site, event), ...more, ...(change && { [CHANGE_LIST]: change.list }) }
  const { values, publicUrl } = personalised(own, site)
  const rendered = await renderPersonal(template, values, site, publicUrl)
  const { userId, yourName, email } = found.order
  const read = toldDates({ found, template }, values, rendered)
  const listed = change && namesList(template) ? change.tells : null
  const tells = { portEta: listed?.portEta ?? read.portEta, placeEta: listed?.placeEta ?? read.placeEta }
  return { rendered, to: { name: yourName, address: email }, userId, template, values, tells, publicUrl }
}

/**
 * Reads and composes a mail about an order. Throws 404 for the order or the template, 400 if the template is
 * invalid.
 */
export const composeOrderMail = async (db: Db, services: MailSettings, mail: OrderMail): Promise<ComposedMail> =>
  composeMail(services, await readMailParts(db, mail), mail.event, mail)

/**
 * Renders a subject and content that are still being edited. Throws 404 for the order, 400 if they are
 * invalid.
 */
export async function renderOrderDraft(
  db: Db,
  services: MailSettings,
  draft: { orderId: number; subject: string; content: string },
  change?: ChangeSource,
): Promise<RenderedMail> {
  const site = mailBases(services)
  const [found, blocks] = await Promise.all([readMailedOrder(db, draft.orderId), readBlocks(db, draft.content)])
  const { values, publicUrl } = personalised(valuesOf(found, site), site)
  return renderMail({ ...draft, blocks }, values, site, { ...publicSubject(publicUrl), change })
}

/** Texts of a composed mail to an address, with its own link if it has one. */
function withOwnLink({ rendered, template, publicUrl }: ComposedMail, email: string, appUrl: string) {
  const given = giveOwnLink(rendered, appUrl)
  if (!given) return { texts: rendered, ownLink: null }
  const { texts, tokenHash } = given
  return { texts, ownLink: { tokenHash, email, documents: template.trackingDocuments, renewal: false, publicUrl } }
}

/** The records that a mail about an order belongs to. */
type Queued = OrderMail & { documentIds?: number[]; kind?: MailKind; address?: string }

/**
 * The statement that queues a composed mail about an order, to the order's address with copies, in the
 * transaction that causes it. The mail is held for a while first. Its kind is by default the purpose of its
 * template, or EVENT; an address replaces that of the order. `configured` says whether it can be sent
 * (`canSend`). Returns the mail's id.
 */
export function composedMailStatement(
  tx: Tx,
  { config, runId, appUrl }: MailSettings,
  mail: Queued & { composed: ComposedMail; configured: boolean },
  actor: Pick<Actor, 'userId'>,
) {
  const { to, userId, template, tells } = mail.composed
  const { kind = 'purpose' in mail.template ? mail.template.purpose : MailKind.EVENT, address = to.address } = mail
  const { texts, ownLink } = withOwnLink(mail.composed, address, appUrl())
  return mailStatement(
    tx,
    {
      ...texts,
      kind,
      to: { ...to, address },
      copies: true,
      orderId: mail.orderId,
      orderEventId: mail.orderEventId,
      userId,
      createdBy: actor.userId,
      templateId: template.id,
      templateTitle: template.title,
      documentIds: mail.documentIds,
      runId,
      tells,
      ownLink,
    },
    { configured: mail.configured, holdSeconds: config.mailHoldSeconds },
  )
}

/** Composes a mail about an order and queues it. Returns the mail's id. Throws 404, 400 as above. */
export async function queueOrderMail(
  tx: Tx,
  services: MailSettings,
  mail: Queued,
  actor: Pick<Actor, 'userId'>,
): Promise<number> {
  const [parts, configured] = await Promise.all([readMailParts(tx, mail), canSend(tx, services)])
  const composed = await composeMail(services, parts, mail.event, mail)
  const queued = await composedMailStatement(tx, services, { ...mail, composed, configured }, actor).execute(tx)
  return queued.rows[0]?.id ?? 0
}

/** Composes a stored mail about a history entry again, after the entry was corrected. */
export async function recomposeOrderMail(
  tx: Tx,
  services: MailSettings,
  mail: OrderMail & { mailId: number },
): Promise<void> {
  const composed = await composeOrderMail(tx, services, mail)
  const { tells, to } = composed
  const { texts, ownLink } = withOwnLink(composed, to.address, services.appUrl())
  const told = { tellsPortEta: tells.portEta, tellsPlaceEta: tells.placeEta }
  await tx
    .updateTable('mails')
    .set({ ...texts, ...told, trackingUrl: ownLink?.publicUrl ?? null })
    .where('id', '=', mail.mailId)
    .execute()
  await replaceOwnLink(tx, { id: mail.mailId, orderId: mail.orderId }, ownLink)
}
