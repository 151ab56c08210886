import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { SECRET_PURPOSES } from '#contract/templates/template-variables.ts'
import type { MailBases } from '#server/mail/mail-site.ts'
import type { TemplateValues } from '#server/mail/rendering/render-template.ts'
import { MisplacedSecret, type RenderedMail, type Rendering, renderMail, type TemplateSource } from './render-mail.ts'

const button = (words: string, secret: string) => `<p><a href="{{ ${secret} }}">${words}</a></p>\n`

/**
 * Texts in place of mails that would give their secret away: such a mail must not be sent, and its receiver
 * waits for it.
 */
const BUILT_IN: Partial<Record<MailPurpose, Omit<TemplateSource, 'blocks'>>> = {
  [MailPurpose.PASSWORD_RESET]: {
    subject: 'Choose a new password',
    content: `<p>Dear {{ client.name }},</p>
<p>a new password was asked for the account {{ client.email }}. The link below works once, within one hour.</p>
${button('Choose a new password', 'reset.url')}<p>If it was not you, leave this mail alone: nothing changes.</p>`,
  },
  [MailPurpose.DOCUMENTS_REQUESTED]: {
    subject: 'Documents for your shipment {{ order.trackingCode }}',
    content: `<p>Dear {{ contact.name }},</p>
<p>For your shipment {{ order.trackingCode }} we need:</p>
{{ request.documents }}
${button('Upload documents', 'request.url')}<p>The link is for you, works for 14 days and needs no password.</p>`,
  },
  [MailPurpose.OFFER]: {
    subject: 'Our offer {{ offer.reference }}',
    content: `<p>Dear {{ client.name }},</p>
<p>The link below leads to our prices. Offer {{ offer.reference }} is valid until {{ offer.validUntil }}.</p>
${button('See the offer', 'offer.url')}`,
  },
  [MailPurpose.OFFER_FOLLOW_UP]: {
    subject: 'Our offer {{ offer.reference }}: any questions?',
    content: `<p>Dear {{ client.name }},</p>
<p>Our offer {{ offer.reference }} is valid until {{ offer.validUntil }}. Is anything missing, or should we change something?</p>
${button('See the offer', 'offer.url')}`,
  },
  [MailPurpose.TRACKING_UPDATE]: {
    subject: 'News of shipment {{ order.trackingCode }}',
    content: `<p>Shipment {{ order.trackingCode }}:</p>
{{ tracking.news }}
${button('Track the shipment', 'site.trackingUrl')}${button('Unsubscribe', 'tracking.unsubscribeUrl')}`,
  },
  [MailPurpose.TRACKING_CONFIRMATION]: {
    subject: 'Updates on shipment {{ order.trackingCode }}: please confirm',
    content: `<p>Somebody, probably you, asked us to send news of shipment {{ order.trackingCode }} to this address.</p>
${button('Send me updates', 'tracking.confirmUrl')}<p>If it was not you, ignore this mail: nothing more will come.</p>`,
  },
}

/**
 * The invitation of a new member of staff to choose a password. The text for a forgotten one would only
 * puzzle.
 */
const INVITATION: TemplateSource = {
  subject: 'Your account: choose a password',
  content: `<p>Dear {{ client.name }},</p>
<p>an account was made for you, with the address {{ client.email }}. Choose a password to sign in; the link below works once, within one hour.</p>
${button('Choose a password', 'reset.url')}<p>If the hour has passed, ask for another link with “Forgot your password?” on the login page.</p>`,
  blocks: {},
}

/** The mail with the link by which a new member of staff sets the first password. */
export const renderInvitation = (values: TemplateValues, addresses: MailBases): Promise<RenderedMail> =>
  renderMail(INVITATION, values, addresses)

/** Purposes with a secret that lack a text here: must be none. */
export const withoutBuiltIn = () => SECRET_PURPOSES.filter((purpose) => !BUILT_IN[purpose])

/**
 * Renders a mail with a secret. A template that would show the secret to others (saved before that was
 * checked) is replaced by the product's own text, so that the mail still arrives. Throws 400 for a template
 * with other mistakes.
 */
export async function renderSecretMail(
  { purpose, ...template }: TemplateSource & { purpose: MailPurpose },
  values: TemplateValues,
  addresses: MailBases,
  rendering: Rendering = {},
): Promise<RenderedMail> {
  try {
    return await renderMail(template, values, addresses, rendering)
  } catch (error) {
    const builtIn = BUILT_IN[purpose]
    if (!(error instanceof MisplacedSecret && builtIn)) throw error
    return renderMail({ ...builtIn, blocks: {} }, values, addresses, rendering)
  }
}
