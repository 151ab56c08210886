import { sql } from 'kysely'
import { formatDeadline } from '#contract/lib/format.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { PAGE_DAYS } from '#contract/offers/offer-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { renderSecretMail } from '#server/mail/built-in-mails.ts'
import { offerUrl } from '#server/mail/links/secret-links.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { type MailSettings, mailBases } from '#server/mail/mail-site.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { findMailTemplate, readTemplate } from '#server/mail/render-mail.ts'

/** What a mail says about an offer. */
export interface MailedOffer {
  id: number
  reference: string
  clientId: number | null
  name: string
  company: string
  email: string
  validUntil: string
  note: string
  answeredName?: string | null
}

type OfferPurpose = typeof MailPurpose.OFFER | typeof MailPurpose.OFFER_FOLLOW_UP | typeof MailPurpose.OFFER_ACCEPTED

const valuesOf = (offer: MailedOffer, url: string, timeZone: string, siteUrl: string) => ({
  'client.name': offer.name,
  'client.company': offer.company,
  'client.email': offer.email,
  'contact.name': offer.name,
  'contact.email': offer.email,
  'offer.reference': offer.reference,
  'offer.url': url,
  'offer.validUntil': formatDeadline(offer.validUntil, timeZone),
  'offer.note': offer.note,
  'offer.answeredName': offer.answeredName ?? '',
  'site.url': siteUrl,
})

/** The template of a mail with the link: the system's, or one of staff's that has it. Throws 400 at `emailTemplateId`. */
export async function offerTemplate(tx: Tx, purpose: OfferPurpose, id: number | null = null) {
  if (id === null) return { ...(await readTemplate(tx, { purpose })), purpose }
  const found = await findMailTemplate(tx, { id })
  if (!found || found.system) throw invalid({ emailTemplateId: CHOOSE })
  const source = [found.subject, found.content, ...Object.values(found.blocks)].join('\n')
  if (!source.includes('offer.url')) throw invalid({ emailTemplateId: 'This template does not have {{ offer.url }}' })
  return { ...found, purpose }
}

type OfferTemplate = Awaited<ReturnType<typeof offerTemplate>>

/**
 * Queues a mail about an offer, held like every mail of staff. One that offers has a link of its own, which only the
 * mail knows, and which works until 60 days after the offer's last day. Returns the mail's id.
 */
export async function queueOfferMail(
  tx: Tx,
  services: MailSettings,
  {
    offer,
    template,
    documentIds = [],
    runId = null,
    alongside,
  }: {
    offer: MailedOffer
    /** The template of `offerTemplate`. */
    template: OfferTemplate
    documentIds?: readonly number[]
    /** The run that holds it. */
    runId?: number | null
    /** What else is written once the mail has an id, in the same trip as its link. */
    alongside?: (mailId: number) => Promise<unknown>
  },
  actor: Pick<Actor, 'userId'>,
): Promise<number> {
  const { purpose } = template
  const configured = await canSend(tx, services)
  const site = mailBases(services)
  const token = purpose === MailPurpose.OFFER_ACCEPTED ? null : newToken()
  const url = token === null ? '' : offerUrl(services.appUrl(), token)
  const rendered = await renderSecretMail(template, valuesOf(offer, url, site.timeZone, services.siteUrl()), site)
  const mailId = await queueMail(
    tx,
    {
      ...rendered,
      kind: purpose,
      to: { name: offer.name, address: offer.email },
      copies: true,
      userId: offer.clientId,
      createdBy: actor.userId,
      templateId: template.id,
      templateTitle: template.title,
      documentIds,
      runId,
    },
    { configured, holdSeconds: services.config.mailHoldSeconds },
  )
  await Promise.all([token && insertLink(tx, { offer, mailId, token }), alongside?.(mailId)])
  return mailId
}

/** Inserts the link that a mail has. */
const insertLink = (tx: Tx, { offer, mailId, token }: { offer: MailedOffer; mailId: number; token: string }) =>
  tx
    .insertInto('offerLinks')
    .values({
      tokenHash: hashToken(token),
      offerId: offer.id,
      mailId,
      expiresAt: sql`${offer.validUntil}::timestamptz + make_interval(days => ${PAGE_DAYS})`,
    })
    .execute()
