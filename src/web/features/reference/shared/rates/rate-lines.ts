import type { Lane } from '#contract/rates/rate-entities.ts'
import type { RateDiffRow } from '#contract/rates/rate-sets.ts'
import type { RateSpec } from './rate-specs.ts'

/** A row of a set's grid. */
export interface RateLine {
  /** The record, or the new lane, within its page. */
  key: string
  /** The record; null for a new lane. */
  recordId: number | null
  name: string
  /** The new lane as it is saved. */
  lane: Lane | null
  state: 'new' | 'ends' | undefined
  /** What is expected when the set takes effect, by field; of a new lane, what it brings. */
  expected: Readonly<Record<string, number>>
}

/** A saved change of a cell. */
export type SavedCell = Pick<RateDiffRow, 'old' | 'stale'> & { value: number }

/** The rows of a set's grid, and the cells that it changes. */
export interface RateTable {
  lines: readonly RateLine[]
  saved: ReadonlyMap<string, SavedCell>
}

/** The name of a cell among those of a table. */
export const cellKey = (line: Pick<RateLine, 'key'>, field: string) => `${line.key} ${field}`

type Row = Record<string, unknown>

interface Sources {
  /** The records as they are today. */
  rows: readonly Row[]
  /** The changes of scheduled sets that come before this one, in their order. */
  before: readonly (readonly RateDiffRow[])[]
  /** The changes of this set. */
  changes: readonly RateDiffRow[]
  /** True for a new lane that the page's search and filters show. */
  shows: (lane: Lane) => boolean
}

const laneOf = ({ values }: RateDiffRow) => values as Lane | null // only lanes are new or end

/** Today's rows with what scheduled sets bring before a set, and the set's own changes. */
export function rateTable({ entity, figures, nameOf }: RateSpec, { rows, before, changes, shows }: Sources): RateTable {
  const mine = changes.filter((change) => change.entity === entity)
  const earlier = before.flat().filter((change) => change.entity === entity)
  const coming = new Map<string, number>()
  for (const { recordId, field, new: value } of earlier)
    if (field !== null && value !== null) coming.set(`${recordId} ${field}`, value)
  const gone = new Set(earlier.filter(({ action }) => action === 'end').map(({ recordId }) => recordId))
  const ending = new Set(mine.filter(({ action }) => action === 'end').map(({ recordId }) => recordId))
  const there = rows
    .filter(({ id }) => !gone.has(Number(id)))
    .map((row): RateLine => {
      const recordId = Number(row.id)
      const expected = figures.map(({ field }) => [field, coming.get(`${recordId} ${field}`) ?? Number(row[field])])
      const state = ending.has(recordId) ? 'ends' : undefined
      return {
        key: String(recordId),
        recordId,
        name: nameOf(row),
        lane: null,
        state,
        expected: Object.fromEntries(expected),
      }
    })
  const added = mine
    .flatMap((change) => (change.action === 'add' ? (laneOf(change) ?? []) : []))
    .filter(shows)
    .map((lane): RateLine => {
      const { tier, dest, cbm, mt } = lane
      return {
        key: `new ${tier} ${dest}`,
        recordId: null,
        name: nameOf({ tier, dest }),
        lane,
        state: 'new',
        expected: { cbm, mt },
      }
    })
  const saved = new Map<string, SavedCell>()
  for (const { action, recordId, field, old, new: value, stale } of mine)
    if (action === 'change' && field !== null && value !== null)
      saved.set(cellKey({ key: String(recordId) }, field), { value, old, stale })
  return { lines: [...there, ...added], saved }
}

/** Rows that need a grid of their own: other ones, or in another state. */
export const shapeOf = ({ lines }: RateTable) => JSON.stringify(lines.map(({ key, name, state }) => [key, name, state]))
