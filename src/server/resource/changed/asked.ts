import { z } from 'zod'
import { isInstant } from '#contract/lib/fields.ts'
import { invalid } from '#server/errors.ts'
import { parseListQuery } from '#server/resource/paginate.ts'

/**
 * A position among the changes of a list: every change up to this record of this transaction has been read.
 */
export interface Cursor {
  /** The database whose transactions are numbered. */
  epoch: string
  xid: string
  id: string
  /** Start of the changes that were asked for, in milliseconds. */
  since: number
}

/** The page that a program with a copy asks for. */
export interface ChangedQuery {
  perPage: number
  since: number
  /** Null for the first page. */
  after: Cursor | null
}

const SINCE = 'changed_since'
const SINCE_MESSAGE = 'changed_since is a date, or a date and time with its offset: 2026-03-01 or 2026-03-01T09:00:00Z'
const PLUS_MESSAGE = 'In a URL, + means a space: write the + of the offset as %2B'
const FUTURE_MESSAGE = 'changed_since lies in the future'
/** Milliseconds by which a caller's clock may be ahead of ours. */
const CLOCKS_DIFFER_MS = 60_000
export const CURSOR_MESSAGE = 'This is not a cursor of this list. Start with changed_since'

/** The parameters of a list that can be read by its changes. */
export const changedParameters = {
  changed_since: z
    .string()
    .optional()
    .describe('Read what was changed or deleted since, in ISO 8601 and not in the future, the earliest first'),
  cursor: z.string().optional().describe('Go on where the page with this cursor ended'),
}

const CURSOR = /^1\.([0-9a-f-]{36})\.(\d{1,19})\.(\d{1,10})\.(\d{1,15})$/

/** A cursor as it is sent. */
export const cursorText = ({ epoch, xid, id, since }: Cursor) =>
  Buffer.from(`1.${epoch}.${xid}.${id}.${since}`).toString('base64url')

function readCursor(sent: unknown): Cursor {
  const text = typeof sent === 'string' ? Buffer.from(sent, 'base64url').toString('latin1') : ''
  const [, epoch = '', xid = '', id = '', since = ''] = CURSOR.exec(text) ?? []
  // A changed cursor reads no more than the caller may read anyway, but must not make a statement fail.
  if (xid === '' || BigInt(xid) >= 2n ** 63n) throw invalid({ cursor: CURSOR_MESSAGE })
  return { epoch, xid, id, since: Number(since) }
}

/**
 * The time in milliseconds, at the latest now: changes between now and a later time would be missed for good.
 */
function readSince(sent: unknown): number {
  const text = typeof sent === 'string' && /^\d{4}-\d\d-\d\d$/.test(sent) ? `${sent}T00:00:00Z` : String(sent)
  if (!isInstant(text)) throw invalid({ [SINCE]: isInstant(text.replace(' ', '+')) ? PLUS_MESSAGE : SINCE_MESSAGE })
  const [time, now] = [Date.parse(text), Date.now()]
  if (time > now + CLOCKS_DIFFER_MS) throw invalid({ [SINCE]: FUTURE_MESSAGE })
  return Math.min(time, now)
}

/**
 * The changes that a call asks for; null for a call that asks for the list itself. Throws 400 for anything
 * that is not understood, and for any other parameter that would choose or sort rows.
 */
export function readChangedQuery({ cursor, [SINCE]: sent, ...rest }: Record<string, unknown>): ChangedQuery | null {
  if (cursor === undefined && sent === undefined) return null
  const [other] = Object.keys(rest).filter((name) => name !== 'per_page')
  if (other !== undefined)
    throw invalid({ [other.slice(0, 60)]: 'This cannot be used together with changed_since or cursor' })
  const { perPage } = parseListQuery(rest, [])
  const since = sent === undefined ? null : readSince(sent)
  if (cursor === undefined) return { perPage, since: since ?? 0, after: null }
  const after = readCursor(cursor)
  if (since !== null && since !== after.since)
    throw invalid({ [SINCE]: 'The cursor belongs to another changed_since. Send the cursor alone' })
  return { perPage, since: after.since, after }
}

/**
 * The changes that a call asks for, before it is checked; null for other calls, and for those that must be
 * refused.
 */
export function plainChanges(query: Record<string, unknown>): ChangedQuery | null {
  try {
    return readChangedQuery(query)
  } catch {
    return null
  }
}
