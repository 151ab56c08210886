import { type Call, own } from '#contract/api/call.ts'
import { TRACKING_LINK_DAYS } from '#contract/tracking/tracking-links.ts'

const links = 'request/booking/{id}/tracking-links'

/** The calls about who reads the tracking page of orders. */
export const TRACKING_CALLS: Record<string, Call> = {
  [`GET ${links}`]: own(
    'listTrackingLinks',
    'List the personal tracking links of an order',
    `The newest 50. A mail to the client with {{ site.trackingUrl }} makes one, which works for ${TRACKING_LINK_DAYS} days; mail log and previews show it without its secret.`,
  ),
  [`DELETE ${links}/{linkId}`]: own('revokeTrackingLink', 'Revoke a personal tracking link'),
}
