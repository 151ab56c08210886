/** States of an offer; `expired` is a sent one whose time has passed. */
export const OFFER_STATES = ['draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn', 'replaced'] as const
export type OfferState = (typeof OFFER_STATES)[number]
export const OFFER_STATE_LABELS: Record<OfferState, string> = {
  draft: 'To send',
  sent: 'Waiting',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced',
}

/** Why an offer was declined. */
export const DECLINE_REASONS = ['price', 'timing', 'other-forwarder', 'cancelled', 'other'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]
export const DECLINE_REASON_LABELS: Record<DeclineReason, string> = {
  price: 'The price',
  timing: 'The timing',
  'other-forwarder': 'Another forwarder',
  cancelled: 'The shipment is cancelled',
  other: 'Something else',
}

/** Most options of an offer. */
export const MOST_OPTIONS = 3
/** Days that an offer is valid unless said otherwise, and at most. */
export const USUAL_VALID_DAYS = 14
export const MOST_VALID_DAYS = 365
/** Hour of the day, by the forwarder's clock, at which the usual time ends. */
export const VALID_UNTIL_HOUR = 17
/** Working days after which somebody asks again, and the hour of the day. */
export const FOLLOW_UP_WORKING_DAYS = 2
export const FOLLOW_UP_HOUR = 9
/** Days after its last day that the page of an offer can be read. */
export const PAGE_DAYS = 60
