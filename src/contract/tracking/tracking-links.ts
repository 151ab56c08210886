import { z } from 'zod'

/** Days for which a personal link to the tracking page works. */
export const TRACKING_LINK_DAYS = 365
/** Days in which a subscription must be confirmed. */
export const CONFIRM_DAYS = 3
/** Mails, at most, to confirm a subscription: to one address about one shipment in 24 hours. */
export const CONFIRMATIONS_A_DAY = 2
/** Days between the last change of an order that is over and the end of its subscriptions. */
export const OVER_DAYS = 30

/** A reader's own link to the tracking page. Its address is in the mail only. */
export const trackingLink = z.object({
  id: z.int(),
  /** The reader's address; null if it is not known who got the link. */
  email: z.string().nullable(),
  documents: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** The last time its page was opened; null if it never was. */
  openedAt: z.string().nullable(),
  opens: z.int(),
  downloads: z.int(),
  /** The state; `cancelled` if its mail was cancelled. */
  state: z.enum(['live', 'expired', 'revoked', 'cancelled']),
})
export type TrackingLink = z.infer<typeof trackingLink>

/** Readers of an order's tracking page: the newest links, and the number of subscribed addresses. */
export const trackingReaders = z.object({ links: z.array(trackingLink), subscribers: z.int() })
export type TrackingReaders = z.infer<typeof trackingReaders>
