import { z } from 'zod'
import { empty, optional } from './setting-fields.ts'

const MOST_DAYS = 3_650
const DAYS = `must be a whole number of days from 1 to ${MOST_DAYS}`
const firstDays = () => z.coerce.number({ error: DAYS }).int(DAYS).min(1, DAYS).max(MOST_DAYS, DAYS)

/** Settings of the mail that comes in, for the list of all settings. */
export const inboxSettings = {
  INBOX_PLUS: optional(z.enum(['0', '1'], { error: 'must be 0 or 1' })),
  INBOX_AUTHSERV: optional(
    z.string().regex(/^[a-z0-9_.-]{1,253}$/i, 'must be the name with which your mail server signs what it found'),
  ),
  INBOX_FIRST_DAYS: z.preprocess(empty, firstDays().default(30)),
}

export interface InboxConfig {
  /** Whether replies go to an address of their own, 'name+token@…', which the mail server must take. */
  inboxPlus: boolean
  /** The name in `Authentication-Results` that our own mail server writes; undefined: nothing is believed. */
  inboxAuthserv: string | undefined
  /** Days of mail that the first reading of a mailbox takes. */
  inboxFirstDays: number
}

const settings = z.object(inboxSettings)

/** The settings as the server uses them. */
export const inboxOf = (set: z.output<typeof settings>): InboxConfig => ({
  inboxPlus: set.INBOX_PLUS === '1',
  inboxAuthserv: set.INBOX_AUTHSERV?.toLowerCase(),
  inboxFirstDays: set.INBOX_FIRST_DAYS,
})
