import { z } from 'zod'
import { role } from './session.ts'

/** The accounts of staff, for administrators. */
export const STAFF_PATH = 'admin/staff'

/** An account of staff, how it signs in, and whether it is in use. */
export const staffAccount = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.array(role),
  /** Whether it has a second factor. */
  secondFactor: z.boolean(),
  passkeys: z.int(),
  /** Whether it is linked to the identity provider. */
  singleSignOn: z.boolean(),
  disabled: z.boolean(),
  /** Running sessions, without those in which it views the site as a client. */
  sessions: z.int(),
  /** Of the running sessions; null without one. */
  lastSeenAt: z.string().nullable(),
})
export type StaffAccount = z.infer<typeof staffAccount>
