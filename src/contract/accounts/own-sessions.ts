import { z } from 'zod'

/** A session of one's own, or one in which one views the customer site as a client. */
export const ownSession = z.object({
  id: z.int(),
  /** 'Firefox on Windows' */
  device: z.string(),
  ip: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** The session of this call. */
  current: z.boolean(),
  viewing: z.object({ id: z.int(), username: z.string() }).nullable(),
})
export type OwnSession = z.infer<typeof ownSession>

export const endedSessions = z.object({ ended: z.int() })
