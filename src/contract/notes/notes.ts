import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { namedRecord } from '#contract/lib/resource.ts'

/** Limits of a note: characters, and colleagues that it mentions. */
export const MAX_NOTE = 2000
export const MAX_MENTIONS = 20
/** Minutes for which a note can be changed without keeping its earlier text. */
export const NOTE_EDIT_MINUTES = 5

/** A text of staff to each other about an order. Clients never see it. */
export const note = z.object({
  id: z.int(),
  orderId: z.int(),
  /** The text, plain. */
  body: z.string(),
  authorId: z.int().nullable(),
  author: namedRecord.nullable(),
  mentions: z.array(z.int()),
  mentioned: z.array(namedRecord),
  dueAt: z.string().nullable(),
  assigneeId: z.int().nullable(),
  /** The member of staff who has to do it; null for nobody, and for a disabled account. */
  assignee: namedRecord.nullable(),
  doneAt: z.string().nullable(),
  doneBy: namedRecord.nullable(),
  createdAt: z.string(),
  /** The last change of the text; null within the first minutes. */
  editedAt: z.string().nullable(),
  /** Earlier texts, oldest first, each with the instant until which it was shown. */
  versions: z.array(z.object({ body: z.string(), until: z.string() })),
  updatedAt: z.string(),
})
export type Note = z.infer<typeof note>

/** Notes of an order, newest first; `open` counts tasks that are not done. */
export const notePage = listOf(note).extend({ open: z.int() })

const body = () => f.requiredLongText('Note', MAX_NOTE)
const mentions = () =>
  z
    .array(f.id(CHOOSE), { error: 'This must be a list of people' })
    .max(MAX_MENTIONS, f.tooMany(MAX_MENTIONS))
    .nullish()
    .transform((ids) => [...new Set(ids)])

/** The body of POST request/booking/{id}/notes. A time, or somebody to do it, makes the note a task. */
export const noteInput = z.object({
  body: body(),
  mentions: mentions(),
  dueAt: f.instant(),
  assigneeId: f.optionalId(),
})

/** The body of a change: an absent field stays. */
export const notePatch = z.object({ ...noteInput.shape, done: f.flag(), updatedAt: f.version() }).partial()
export type NotePatch = z.output<typeof notePatch>
