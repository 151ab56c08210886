import { z } from 'zod'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import { flag, oneOf } from '#contract/lib/fields.ts'
import { START_PAGES } from './session.ts'

/**
 * Choices of a member of staff: the page to begin with, whether the queue comes as a daily mail, and how lists
 * look; null until that is chosen.
 */
export const preferences = z.object({
  startPage: z.literal(START_PAGES),
  digest: z.boolean(),
  rowsPerPage: z.literal(PAGE_SIZES).nullable(),
  compactRows: z.boolean().nullable(),
})
export type Preferences = z.infer<typeof preferences>

/** The preferences to change; unknown ones are refused. */
export const preferencesInput = z
  .strictObject({ startPage: oneOf(START_PAGES), digest: flag(), rowsPerPage: oneOf(PAGE_SIZES), compactRows: flag() })
  .partial()
