import { z } from 'zod'

/** A session of the caller's own, or one in which the caller views the customer site as a client. */
export const ownSession = z.object({
  id: z.int(),
  /** Browser and system: 'Firefox on Windows'. */
  device: z.string(),
  ip: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** True for the session of this call. */
  current: z.boolean(),
  viewing: z.object({ id: z.int(), username: z.string() }).nullable(),
})
export type OwnSession = z.infer<typeof ownSession>

export const endedSessions = z.object({ ended: z.int() })
