import { z } from 'zod'

/** The shape of every reply; `code` is the HTTP status. */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ code: z.int(), message: z.string(), data })

/** The same as a type. */
export interface Envelope<T> {
  code: number
  message: string
  data: T
}

/** The data of a failed validation: message by field path in the payload's own names. */
export type FieldErrors = Record<string, string>

/** A page of a list. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    totalCount: z.int(),
    numItemsPerPage: z.int(),
    currentPageNumber: z.int(),
    /** Only in a filtered list: whether there are more than the total says. */
    totalCapped: z.boolean().optional(),
  })

/** The same as a type. */
export interface Page<T> {
  items: T[]
  totalCount: number
  numItemsPerPage: number
  currentPageNumber: number
  totalCapped?: boolean
}
/** Filtered lists count up to this many. */
export const MOST_COUNTED = 10_000
/** Data of replies without content. */
export const nothing = z.null()

/** Page sizes offered everywhere; the first is the default. */
export const PAGE_SIZES = [10, 50, 100, 200] as const
/** The largest page a caller may request. */
export const MAX_PER_PAGE = 1000

/** A list that can also be read by its changes: then the further fields are there, and the total is that of the page. */
export const changedListOf = <T extends z.ZodType>(item: T) =>
  listOf(item).extend({
    /** Ids of records that are gone. */
    deleted: z.array(z.int()).optional(),
    /** Where the next page begins; null if this is the last. */
    nextCursor: z.string().nullable().optional(),
    /** Where to go on later: what changes from now on comes after it. */
    resumeCursor: z.string().optional(),
  })

/** A page of what was changed, for a program that keeps a copy. */
export interface ChangedPage<T> extends Page<T> {
  deleted: number[]
  nextCursor: string | null
  resumeCursor: string
}
