import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { namedRecord } from '#contract/lib/resource.ts'

export const HAND_OVER_PATH = 'attention/hand-over'
/** The longest time for which a queue is handed over, in days. */
export const MAX_HAND_OVER_DAYS = 366

/** At the colleague of a hand-over who is missing, or the caller. */
export const CHOOSE_COLLEAGUE = 'Choose a colleague'

/** To whom the caller hands over the queue, and until when. */
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

/** Everybody who is covered for now. */
export const handOvers = z.object({ items: z.array(handOver) })
