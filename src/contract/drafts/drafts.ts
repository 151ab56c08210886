import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { eventDate } from '#contract/orders/set-event.ts'

export const DRAFTS_PATH = 'drafts'
export const DRAFT_KINDS = ['set-event', 'reply'] as const

/** Days after the last write when a draft is removed. */
export const DRAFT_DAYS = 14
/** The most drafts of a person: one more removes the oldest. */
export const MOST_DRAFTS = 50
/** Bytes of the largest draft, as JSON. */
export const DRAFT_BYTES = 200 * 1024

const TAB = /^[\w-]{0,40}$/
/** A tab's own mark, which tells the drafts of several tabs apart. */
export const draftTab = z.string().regex(TAB, 'Invalid tab').default('')

/** A draft: something a person has begun to write, or a program prepared. */
export const draft = z.object({
  kind: z.enum(DRAFT_KINDS),
  /** The id of its record. */
  id: z.int(),
  tab: z.string(),
  baseVersion: z.string().nullable(),
  shape: z.int(),
  values: z.record(z.string(), z.unknown()),
  revision: z.int(),
  /** The API key that prepared it, by name; null if a person typed it. */
  by: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Draft = z.infer<typeof draft>

const SECRET = /password|token|secret/i

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4
  }
  return bytes
}

/** True for a value whose texts the database can store. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Surrogate}/u.test(value)
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isStorable)
}

/** Changed fields by their names in the form. Secrets are never stored. */
const values = z
  .record(z.string(), z.unknown())
  .refine((sent) => bytesOf(JSON.stringify(sent)) <= DRAFT_BYTES, 'A draft has at most 200 KB')
  .refine(isStorable, 'This text has characters that cannot be kept')
  .refine((sent) => !Object.keys(sent).some((name) => SECRET.test(name)), 'Passwords and tokens are not kept')

export const draftInput = z.object({
  tab: draftTab,
  values,
  baseVersion: z.string().max(40).nullish().default(null),
  shape: z.int().min(1).max(1000).default(1),
  /** The revision that was last written or read; null for a new draft. */
  revision: z.int().min(1).max(f.MAX_INT).nullish().default(null),
})
export type DraftInput = z.output<typeof draftInput>

/** The draft that a call is about. */
export const draftPath = z.object({
  kind: z.enum(DRAFT_KINDS).describe('The form.'),
  id: f.pathId,
})
export const draftQuery = z.object({
  tab: z.string().regex(TAB, 'Invalid tab').optional(),
  revision: z
    .string()
    .regex(/^\d{1,9}$/, 'revision must be a whole number')
    .optional()
    .describe('Discards it only up to this revision.'),
})

/** The version of the set-event form's fields, stored with each draft. */
export const SET_EVENT_SHAPE = 1

/** The fields of a draft of the set-event form. A program sends the event alone, or with a comment. */
export const setEventDraft = z.object({
  eventId: f.optionalId(),
  date: eventDate.nullish().transform((value) => value ?? null),
  comment: f.longText('Comment', 255),
  emailTemplateId: f.optionalId(),
})
