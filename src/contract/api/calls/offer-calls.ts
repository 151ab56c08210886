import { type Call, own } from '#contract/api/call.ts'
import { offers, QUOTES_PATH } from '#contract/offers/offers.ts'

const one = `${offers.path}/{id}`
const HELD = 'The mail is held, and can be cancelled until it leaves.'

/** The calls about offers. */
export const OFFER_CALLS: Record<string, Call> = {
  [`POST ${one}/send`]: own(
    'sendOffer',
    'Send an offer',
    `By mail, with its PDF and a link to its page. ${HELD} Cancelled, the offer is a draft again.`,
  ),
  [`POST ${one}/follow-up`]: own(
    'followUpOffer',
    'Ask again about an offer',
    `By mail, with a link of its own. ${HELD}`,
  ),
  [`POST ${one}/withdraw`]: own('withdrawOffer', 'Withdraw an offer', 'Its page shows no prices any more.'),
  [`POST ${one}/replace`]: own(
    'replaceOffer',
    'Make a draft in place of an offer',
    'LCL options at the prices of today, typed prices as they were. The offer is replaced when the draft is sent.',
  ),
  [`POST ${one}/accept-for-client`]: own(
    'acceptOfferForClient',
    'Accept an offer for its client',
    'The order of a client is made at exactly the offered price. A second acceptance reads the first.',
  ),
  [`GET ${one}/questions`]: own(
    'listOfferQuestions',
    'List what was asked on the page of an offer',
    'Newest first, at most 200.',
  ),
  [`POST ${one}/questions/close`]: own('closeOfferQuestions', 'Mark what was asked about an offer as dealt with'),
  [`GET ${one}/book`]: own('getOfferBooking', 'Read what is known of the client and order of an accepted offer'),
  [`POST ${one}/book`]: own(
    'bookOffer',
    'Make the client and the order of an accepted offer',
    'Both in one transaction, at the accepted price.',
  ),
  [`GET ${one}/snapshot`]: own(
    'getOfferSnapshot',
    'Download what was shown when an offer was accepted',
    'The SHA-256 of these bytes is its snapshotHash.',
  ),
  [`GET ${one}/pdf`]: own('getOfferPdf', 'Download an offer as PDF'),
  'GET report/offers': own(
    'reportOffers',
    'Report on offers',
    'Sent in the period: what became of them, by lane, client and member of staff, and why some were declined.',
  ),
  'GET report/offers/export': own('exportOffersReport', 'Download a table of the report on offers'),
  [`GET ${QUOTES_PATH}`]: own('listQuotes', 'List kept quotes', 'Newest first.'),
}
