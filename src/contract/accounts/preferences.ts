import { z } from 'zod'
import { flag, oneOf } from '#contract/lib/fields.ts'
import { START_PAGES } from './session.ts'

/** What each member of staff chooses: the page to begin with, and whether a mail tells once a day what waits. */
export const preferences = z.object({ startPage: z.literal(START_PAGES), digest: z.boolean() })
export type Preferences = z.infer<typeof preferences>

/** Changes the preferences that are sent; others are refused. */
export const preferencesInput = z.strictObject({ startPage: oneOf(START_PAGES), digest: flag() }).partial()
