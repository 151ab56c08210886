import { z } from 'zod'

/** Days for which a personal link to the tracking page works. */
export const TRACKING_LINK_DAYS = 365
/** Days in which a subscription must be confirmed. */
export const CONFIRM_DAYS = 3
/** Mails to confirm a subscription, to one address about one shipment in 24 hours. */
export const CONFIRMATIONS_A_DAY = 2
/** Days after the last change of an order that is over, when subscriptions to it end. */
export const OVER_DAYS = 30

/** A reader's own link to the tracking page; without its address, which is in the mail only. */
export const trackingLink = z.object({
  id: z.int(),
  /** Null when it is not known who got it. */
  email: z.string().nullable(),
  documents: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** When its page was last opened; null if it never was. */
  openedAt: z.string().nullable(),
  opens: z.int(),
  downloads: z.int(),
  /** Cancelled: its mail was. */
  state: z.enum(['live', 'expired', 'revoked', 'cancelled']),
})
export type TrackingLink = z.infer<typeof trackingLink>

/** Who reads the tracking page of an order: the newest links, and how many get its news by mail. */
export const trackingReaders = z.object({ links: z.array(trackingLink), subscribers: z.int() })
export type TrackingReaders = z.infer<typeof trackingReaders>
