import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { CANNOT_BE_STORED, cleanText } from '#contract/lib/text.ts'

/** Groups of what the box finds, in the order of the screen. */
export const SEARCH_GROUPS = ['orders', 'clients', 'offers', 'sailings', 'articles', 'templates', 'reference'] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]

/** Kinds of record that the box finds. */
export const FOUND_KINDS = [
  'order',
  'client',
  'offer',
  'sailing',
  'article',
  'template',
  'block',
  'port',
  'city',
  'vessel',
  'carrier',
  'place',
  'depot',
  'cartage',
  'event',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** Limits: characters of a search, and records of a group. */
export const MAX_QUERY = 200
export const MAX_FOUND = 20
/** Records of a group, unless the caller asks for another number. */
export const FOUND_BY_DEFAULT = 8
/**
 * Characters that a search needs to look into names, and into beginnings of numbers. Chinese, Japanese and
 * Korean have no spaces between words, and one sign may be a word: a search of any length looks for it.
 */
export const NAME_FROM = 3
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Whether a text is long enough to look for it inside names. */
export const isPartOfName = (text: string) => [...text].length >= NAME_FROM || EAST_ASIAN.test(text)
export const START_FROM = 2

/** A record, and the field by which it was found: 'PO number'. */
export const foundItem = z.object({
  id: z.int(),
  kind: z.literal(FOUND_KINDS),
  /** The tracking code, reference or name. */
  title: z.string(),
  detail: z.string(),
  matched: z.string(),
  /** True if the text is exactly this number or name. */
  exact: z.boolean(),
})
export type FoundItem = z.infer<typeof foundItem>

export const foundGroup = z.object({ items: z.array(foundItem), more: z.boolean() })
export type FoundGroup = z.infer<typeof foundGroup>

export const searchReply = z.object({
  query: z.string(),
  groups: z.object(recordOf(SEARCH_GROUPS, () => foundGroup)),
  /** What is most like the text, the nearest first, if nothing was found. */
  near: z.array(foundItem),
  /** Groups that are incomplete because they took too long. */
  partial: z.array(z.literal(SEARCH_GROUPS)),
})
export type SearchReply = z.infer<typeof searchReply>

/** The most codes of one look-up. */
export const MAX_CODES = 500
const NOT_TEXT = 'Each code must be text'
/** A code as sent, so that the caller recognises it among the unknown ones. */
const code = z
  .string({ error: NOT_TEXT })
  .max(MAX_QUERY, `A code must be no more than ${MAX_QUERY} characters`)
  .refine((text) => cleanText(text).ok, CANNOT_BE_STORED)
export const codesInput = z.object({
  codes: z
    .array(code, { error: 'This must be a list of codes' })
    .min(1, 'Send at least one code')
    .max(MAX_CODES, f.tooMany(MAX_CODES)),
})
/** Orders of the codes, each once with its tracking code; `unknown` has each code once, as first sent. */
export const codesReply = z.object({
  found: z.array(z.object({ code: z.string(), id: z.int() })),
  unknown: z.array(z.string()),
})
export type CodesReply = z.infer<typeof codesReply>

/** Records that have a page of their own. */
export const RECENT_ENTITIES = ['orders', 'clients', 'offers', 'sailings', 'articles', 'templates', 'blocks'] as const
export type RecentEntity = (typeof RECENT_ENTITIES)[number]
/** Records that are kept for each person. */
export const RECENTS_KEPT = 50

export const recent = z.object({
  entity: z.literal(RECENT_ENTITIES),
  id: z.int(),
  title: z.string(),
  detail: z.string(),
  at: z.string(),
})
export type Recent = z.infer<typeof recent>
export const recentInput = z.object({ entity: f.oneOf(RECENT_ENTITIES), id: f.id(CHOOSE) })
export type RecentInput = z.input<typeof recentInput>
/** Recent records, newest first. */
export const recents = z.array(recent)
