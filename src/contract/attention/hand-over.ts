import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { namedRecord } from '#contract/lib/resource.ts'

export const HAND_OVER_PATH = 'attention/hand-over'
/** The longest hand-over, in days. */
export const MAX_HAND_OVER_DAYS = 366

/** The message for a missing colleague, or for the caller as one. */
export const CHOOSE_COLLEAGUE = 'Choose a colleague'

/** The colleague who gets the caller's queue, and until when. */
export const handOverInput = z.object({
  toUserId: f.id(CHOOSE_COLLEAGUE),
  until: f
    .instant()
    .refine((at): at is string => at !== null, REQUIRED)
    .refine((at) => at === null || Date.parse(at) > Date.now(), 'Choose a time in the future')
    .refine(
      (at) => at === null || Date.parse(at) <= Date.now() + MAX_HAND_OVER_DAYS * 86_400_000,
      'A queue is handed over for a year at most',
    ),
  note: f.longText('Note', 1000),
})

/** A queue that somebody looks after for a colleague. It lapses by itself. */
export const handOver = z.object({
  id: z.int(),
  from: namedRecord,
  to: namedRecord,
  until: z.string(),
  note: z.string(),
  createdAt: z.string(),
})
export type HandOver = z.infer<typeof handOver>

/** Hand-overs that have not lapsed. */
export const handOvers = z.object({ items: z.array(handOver) })
