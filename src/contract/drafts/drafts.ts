import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { eventDate } from '#contract/orders/set-event.ts'

export const DRAFTS_PATH = 'drafts'
export const DRAFT_KINDS = ['set-event'] as const

/** Days after which a draft is removed, if nothing was written to it. */
export const DRAFT_DAYS = 14
/** Drafts that a person has; the oldest goes. */
export const MOST_DRAFTS = 50
/** The largest, in bytes of its JSON. */
export const DRAFT_BYTES = 200 * 1024

const TAB = /^[\w-]{0,40}$/
/** What tells the drafts of several tabs apart. */
export const draftTab = z.string().regex(TAB, 'Invalid tab').default('')

/** What somebody has begun to write, or what a program prepared for him. */
export const draft = z.object({
  kind: z.enum(DRAFT_KINDS),
  /** The record that it is about. */
  id: z.int(),
  tab: z.string(),
  baseVersion: z.string().nullable(),
  shape: z.int(),
  values: z.record(z.string(), z.unknown()),
  revision: z.int(),
  /** The name of the API key that prepared it; null for what was typed. */
  by: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Draft = z.infer<typeof draft>

const SECRET = /password|token|secret/i

/** The bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4
  }
  return bytes
}

/** Text that the database can keep. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Surrogate}/u.test(value)
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isStorable)
}

/** Fields that were changed, by their names in the form. Secrets are never kept. */
const values = z
  .record(z.string(), z.unknown(), { error: REQUIRED })
  .refine((sent) => bytesOf(JSON.stringify(sent)) <= DRAFT_BYTES, 'A draft has at most 200 KB')
  .refine(isStorable, 'This text has characters that cannot be kept')
  .refine((sent) => !Object.keys(sent).some((name) => SECRET.test(name)), 'Passwords and tokens are not kept')

export const draftInput = z.object({
  tab: draftTab,
  values,
  baseVersion: z.string().max(40).nullish().default(null),
  shape: z.int().min(1).max(1000).default(1),
  /** The revision that was written or read last; null for a new one. */
  revision: z.int().min(1).max(f.MAX_INT).nullish().default(null),
})
export type DraftInput = z.output<typeof draftInput>

/** Which draft a call is about. */
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

/** The number of the set-event form's fields as they are kept. */
export const SET_EVENT_SHAPE = 1

/** What a draft of the set-event form has; a program sends the event alone, or a comment too. */
export const setEventDraft = z.object({
  eventId: f.optionalId(),
  date: eventDate.nullish().transform((value) => value ?? null),
  comment: f.longText('Comment', 255),
  emailTemplateId: f.optionalId(),
})
