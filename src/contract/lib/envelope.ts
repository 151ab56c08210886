import { z } from 'zod'

/** The shape of every reply; `code` is the HTTP status. */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ code: z.int(), message: z.string(), data })

/** The envelope as a type. */
export interface Envelope<T> {
  code: number
  message: string
  data: T
}

/** The data of a failed validation: messages by field path, in the payload's own names. */
export type FieldErrors = Record<string, string>

/** A page of a list. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    totalCount: z.int(),
    numItemsPerPage: z.int(),
    currentPageNumber: z.int(),
    /** True if there are more than the total says; only in a filtered list. */
    totalCapped: z.boolean().optional(),
  })

/** A page of a list as a type. */
export interface Page<T> {
  items: T[]
  totalCount: number
  numItemsPerPage: number
  currentPageNumber: number
  totalCapped?: boolean
}
/** The count at which the total of a filtered list stops. */
export const MOST_COUNTED = 10_000
/** Data of a reply without content. */
export const nothing = z.null()

/** Page sizes offered everywhere; the first is the default. */
export const PAGE_SIZES = [10, 50, 100, 200] as const
export type PageSize = (typeof PAGE_SIZES)[number]
/** The largest page a caller may request. */
export const MAX_PER_PAGE = 1000

/** A list that can also be read by its changes: with further fields, and a total that counts the page. */
export const changedListOf = <T extends z.ZodType>(item: T) =>
  listOf(item).extend({
    /** Ids of deleted records. */
    deleted: z.array(z.int()).optional(),
    /** The cursor of the next page; null on the last. */
    nextCursor: z.string().nullable().optional(),
    /** The cursor to continue with later: all changes from now on come after it. */
    resumeCursor: z.string().optional(),
  })

/** A page of changes, for a program that keeps a copy. */
export interface ChangedPage<T> extends Page<T> {
  deleted: number[]
  nextCursor: string | null
  resumeCursor: string
}
