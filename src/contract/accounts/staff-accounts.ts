import { z } from 'zod'
import { role } from './session.ts'

export const STAFF_PATH = 'admin/staff'

/** An account of staff, as administrators see it. */
export const staffAccount = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.array(role),
  secondFactor: z.boolean(),
  passkeys: z.int(),
  /** True if it is linked to the identity provider. */
  singleSignOn: z.boolean(),
  disabled: z.boolean(),
  /** Running sessions of its own, without those in which it views the site as a client. */
  sessions: z.int(),
  /** The latest use of a running session; null without one. */
  lastSeenAt: z.string().nullable(),
})
export type StaffAccount = z.infer<typeof staffAccount>
