import { z } from 'zod'
import { flag, oneOf } from '#contract/lib/fields.ts'
import { START_PAGES } from './session.ts'

/** Choices of a member of staff: the page to begin with, and whether the queue comes as a daily mail. */
export const preferences = z.object({ startPage: z.literal(START_PAGES), digest: z.boolean() })
export type Preferences = z.infer<typeof preferences>

/** The preferences to change; unknown ones are refused. */
export const preferencesInput = z.strictObject({ startPage: oneOf(START_PAGES), digest: flag() }).partial()
