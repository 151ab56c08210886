import { ApiError } from '#web/lib/api/api-error.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { changedFields, type FieldConflict, findConflicts } from './merge-changes.ts'
import { stopIfUnchanged } from './stop-if-unchanged.ts'

type Values = Record<string, unknown>

/** The values of both people. */
export type BothSides = Pick<SaveConflict, 'mine' | 'theirs'>

/** Fields that two people changed differently, my values, and the record as the other saved it. */
export interface SaveConflict {
  message: string
  conflicts: readonly FieldConflict<string>[]
  theirs: Values
  mine: Values
}

/** Asks which side to keep for each conflict; null goes back to editing. */
export type AskSides = (conflict: SaveConflict) => Promise<('mine' | 'theirs')[] | null>

const plain = (value: unknown) => String(value || EMPTY)

/** The label of a field that two people changed, and both values as `shown` gives them. */
export function labelledRow(
  labels: Record<string, string>,
  [key = '']: readonly string[],
  { mine, theirs }: BothSides,
  shown: (value: unknown, key: string) => string = plain,
) {
  return { label: labels[key] ?? key, mine: shown(mine[key], key), theirs: shown(theirs[key], key) }
}

interface SaveMerging<Row extends Values> {
  /** The record that editing began with. */
  base: Row
  values: Values
  /** Sends the changed fields with the version they start from, that of the record as last seen. */
  send: (changes: Values, updatedAt: unknown, from: Row) => Promise<Row>
  /** The record in the data of a refused save; null if the data is something else. */
  readCurrent: (data: unknown) => Row | null
  ask: AskSides
  /** True if the save does something besides changing fields: it sends a mail, sets a password. */
  besides?: boolean
  /** Groups of fields that only make sense as a whole. */
  groups?: readonly (readonly string[])[]
}

/**
 * Saves the changed fields of a record. If somebody else changed it meanwhile, changes of different fields
 * are merged, and conflicts are asked about. Rejects as the call does, and with an AbortError when the
 * question is closed, or
 * nothing was changed, which it says.
 */
export async function saveMerging<Row extends Values>(options: SaveMerging<Row>): Promise<Row> {
  const { base, values, send, readCurrent, ask, groups, besides = false } = options
  let from = base
  let mine = changedFields<Values>(base, values)
  stopIfUnchanged(besides || Object.keys(mine).length > 0)
  for (;;) {
    try {
      return await send(mine, from.updatedAt, from)
    } catch (error) {
      const theirs = error instanceof ApiError && error.code === 409 ? readCurrent(error.data) : null
      if (!theirs || !(error instanceof ApiError)) throw error
      const conflicts = findConflicts<string>(from, theirs, mine, groups)
      if (conflicts.length > 0) {
        const sides = await ask({ message: error.message, conflicts, theirs, mine })
        if (!sides) throw new DOMException('Not saved', 'AbortError')
        const dropped = conflicts.flatMap(({ keys }, index) => (sides[index] === 'theirs' ? keys : []))
        mine = Object.fromEntries(Object.entries(mine).filter(([key]) => !dropped.includes(key)))
      }
      from = theirs
    }
  }
}
