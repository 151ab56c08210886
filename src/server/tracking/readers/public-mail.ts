import type { MailPurpose } from '#contract/mail/mail-codes.ts'
import type { Db } from '#server/db/client.ts'
import { renderSecretMail } from '#server/mail/built-in-mails.ts'
import { HIDDEN, personalUrl } from '#server/mail/links/secret-links.ts'
import { type MailSettings, mailBases } from '#server/mail/mail-site.ts'
import { readTemplate } from '#server/mail/render-mail.ts'
import type { TemplateValues } from '#server/mail/rendering/render-template.ts'
import { trackingUrl } from '#server/orders/mails/order-variables.ts'
import type { PublicFacts } from '#server/tracking/facts.ts'

interface PublicMail {
  purpose: MailPurpose
  facts: Pick<PublicFacts, 'trackingCode' | 'lastStatus' | 'origin' | 'destination'>
  /** Values of this mail beside the public ones. */
  more: TemplateValues
  /** Whether it has the reader's own link, hidden; otherwise the public one. */
  personal?: boolean
}

/** A mail that knows only what the public page says of its order. Throws 400 if the template is invalid. */
export async function composePublicMail(
  db: Db,
  services: MailSettings,
  { purpose, facts, more, personal = false }: PublicMail,
) {
  const addresses = mailBases(services)
  const publicUrl = trackingUrl(addresses.siteUrl, facts.trackingCode)
  const template = await readTemplate(db, { purpose })
  const values = {
    'order.trackingCode': facts.trackingCode,
    'order.publicStatus': facts.lastStatus,
    'order.origin': facts.origin,
    'order.destination': facts.destination,
    'site.url': addresses.siteUrl,
    'site.trackingUrl': personal ? personalUrl(addresses.appUrl, HIDDEN) : publicUrl,
    ...more,
  }
  const rendering = { inSubject: { 'site.trackingUrl': publicUrl }, open: personal ? [] : ['site.trackingUrl'] }
  const { subject, html, text } = await renderSecretMail({ ...template, purpose }, values, addresses, rendering)
  return {
    mail: { kind: purpose, subject, html, text, templateId: template.id, templateTitle: template.title, copies: false },
    publicUrl,
  }
}
