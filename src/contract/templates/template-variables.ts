import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { MAILED_FIELDS } from '#contract/orders/order-fields.ts'

/** A variable of mail templates: its path, and the sample that previews without an order show. */
export interface TemplateVariable {
  identifier: string
  sample: string
  /** True for a time, which is printed with its zone; the sample is without. */
  time: boolean
  /**
   * True for a link that only the receiver of the mail may have, and for a text that would tell others of it:
   * it stands where no other address learns of it.
   */
  secret: boolean
}

/** Variables outside the field table; a secret one and a time say so. */
const OTHERS: readonly (readonly [identifier: string, sample: string, kind?: 'secret' | 'time'])[] = [
  ['order.trackingCode', 'ABCD12345678'],
  ['order.createdAt', 'Nov 20 2026'],
  ['order.event', 'Loaded on Vessel'],
  ['order.publicStatus', 'On board'],
  ['order.eventDate', 'Nov 20 2026 9:05', 'time'],
  ['order.eventComment', 'Loaded in good condition'],
  ['order.origin', 'Ningbo Beilun CFS'],
  ['order.destination', 'Amazon ONT8'],
  ['client.name', 'Anna Berg'],
  ['client.company', 'Berg Trading Ltd.'],
  ['client.address', '12 Harbour Road, Vancouver'],
  ['client.email', 'anna@berg-trading.example'],
  ['client.phone', '16045550100'],
  ['client.businessNumber', '123456789RC0001'],
  ['confirmation.vessel', 'EVER LUCID'],
  ['confirmation.voyage', '045E'],
  ['confirmation.placeOfReceipt', 'Ningbo'],
  ['confirmation.portOfLoading', 'Ningbo'],
  ['confirmation.portOfDischarge', 'Los Angeles'],
  ['confirmation.placeOfDelivery', 'Moreno Valley'],
  ['confirmation.cargoReadyAt', 'Nov 12 2026 9:00', 'time'],
  ['confirmation.cargoCutOffAt', 'Nov 15 2026 17:00', 'time'],
  ['confirmation.documentationCutOffAt', 'Nov 14 2026 12:00', 'time'],
  ['confirmation.estimatedTimeOfDepartureAt', 'Nov 20 2026'],
  ['confirmation.actualTimeOfDepartureAt', 'Nov 21 2026'],
  ['confirmation.portEstimatedTimeOfArrivalAt', 'Dec 6 2026'],
  ['confirmation.portActualTimeOfArrivalAt', 'Dec 7 2026'],
  ['confirmation.placeEstimatedTimeOfArrivalAt', 'Dec 14 2026'],
  ['confirmation.placeActualTimeOfArrivalAt', 'Dec 15 2026'],
  ['confirmation.clauses', '<p>Subject to carrier terms.</p>'],
  ['sailing.vessel', 'EVER LUCID'],
  ['sailing.voyage', '045E'],
  ['sailing.departure', 'Nov 21 2026'],
  ['sailing.arrival', 'Dec 6 2026'],
  ['sailing.container', 'CSQU3054383'],
  ['change.list', 'ABCD - 1234 - 5678\nEstimated time of arrival at port: Dec 6 2026 → Dec 8 2026'],
  ['site.url', 'https://www.quayside.example'],
  ['site.trackingUrl', 'https://www.quayside.example/tracking?code=ABCD12345678', 'secret'],
  ['reset.url', 'https://office.quayside.example/reset-password/sample', 'secret'],
  ['request.url', 'https://office.quayside.example/site/upload/sample', 'secret'],
  [
    'request.documents',
    '<ul><li>Commercial invoice, by Nov 11 2026</li><li>Packing list, by Nov 11 2026</li></ul>',
    'secret',
  ],
  ['tracking.news', '<ul><li>Status: On board</li><li>Arrival in Los Angeles: Dec 8 2026, was Dec 6 2026</li></ul>'],
  ['tracking.unsubscribeUrl', 'https://office.quayside.example/site/tracking/unsubscribe/sample', 'secret'],
  ['tracking.confirmUrl', 'https://office.quayside.example/site/tracking/confirm/sample', 'secret'],
  ['offer.reference', 'Q-2026-0412'],
  ['offer.url', 'https://office.quayside.example/site/offer/sample', 'secret'],
  ['offer.validUntil', 'Dec 11 2026 17:00', 'time'],
  ['offer.note', 'Prices include customs clearance in Canada.'],
  ['offer.answeredName', 'Anna Berg'],
]

/**
 * All variables that a template may use. Their names and descriptions are rows of `template_variables`, where
 * staff edit the descriptions; a migration that adds a variable inserts its row.
 */
export const TEMPLATE_VARIABLES: readonly TemplateVariable[] = [
  ...MAILED_FIELDS.map(({ variable, sample }) => ({ identifier: variable, sample, time: false, secret: false })),
  ...OTHERS.map(([identifier, sample, kind]) => ({
    identifier,
    sample,
    time: kind === 'time',
    secret: kind === 'secret',
  })),
]

/**
 * Variables that may only be text, or the whole address of a link: anywhere else, somebody besides the
 * receiver could learn them.
 */
export const SECRET_VARIABLES: ReadonlySet<string> = new Set(
  TEMPLATE_VARIABLES.filter(({ secret }) => secret).map(({ identifier }) => identifier),
)

/** Variables with HTML, which mails do not escape: it was sanitised on saving, or made by the server. */
export const HTML_VARIABLES: readonly string[] = ['confirmation.clauses', 'request.documents', 'tracking.news']

/** Mails with the link of an offer. */
const OFFERING = [MailPurpose.OFFER, MailPurpose.OFFER_FOLLOW_UP, null]
/**
 * Groups of variables that only mails of some purposes may use; null is a mail that staff choose, which can
 * ask for papers too.
 */
const ONLY_IN: readonly (readonly [group: string, purposes: readonly (MailPurpose | null)[]])[] = [
  ['reset.', [MailPurpose.PASSWORD_RESET]],
  ['request.', [MailPurpose.DOCUMENTS_REQUESTED, null]],
  ['change.', [null]],
  ['offer.url', OFFERING],
  ['offer.reference', [...OFFERING, MailPurpose.OFFER_ACCEPTED]],
  ['offer.validUntil', [...OFFERING, MailPurpose.OFFER_ACCEPTED]],
  ['offer.note', [...OFFERING, MailPurpose.OFFER_ACCEPTED]],
  ['offer.answeredName', [MailPurpose.OFFER_ACCEPTED]],
  ['tracking.confirmUrl', [MailPurpose.TRACKING_CONFIRMATION]],
  ['tracking.news', [MailPurpose.TRACKING_UPDATE]],
  ['tracking.unsubscribeUrl', [MailPurpose.TRACKING_UPDATE]],
]

/** Mails to anybody with a tracking code, which say no more than the public page. */
export const PUBLIC_MAILS: readonly (MailPurpose | null)[] = [
  MailPurpose.TRACKING_UPDATE,
  MailPurpose.TRACKING_CONFIRMATION,
]
/** Variables of public mails, besides those of their purpose. */
const PUBLIC_VARIABLES = [
  ...['order.trackingCode', 'order.publicStatus', 'order.origin', 'order.destination'],
  ...['site.url', 'site.trackingUrl'],
]

/**
 * Purposes for which a secret variable is reserved. The author of such a mail could lead its receivers
 * elsewhere, so only administrators change it.
 */
export const SECRET_PURPOSES: readonly MailPurpose[] = Object.values(MailPurpose).filter((purpose) =>
  ONLY_IN.some(
    ([group, purposes]) =>
      purposes.includes(purpose) && [...SECRET_VARIABLES].some((identifier) => identifier.startsWith(group)),
  ),
)

/** Variables that a mail with this purpose may use. */
export function variablesFor(purpose: MailPurpose | null): ReadonlySet<string> {
  const identifiers = TEMPLATE_VARIABLES.map((variable) => variable.identifier)
  const barred = ONLY_IN.filter(([, purposes]) => !purposes.includes(purpose)).map(([group]) => group)
  const allowed = identifiers.filter((one) => !barred.some((group) => one.startsWith(group)))
  if (!PUBLIC_MAILS.includes(purpose)) return new Set(allowed)
  return new Set(allowed.filter((one) => one.startsWith('tracking.') || PUBLIC_VARIABLES.includes(one)))
}
