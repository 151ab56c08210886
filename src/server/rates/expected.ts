import type { Lane, RateEntity } from '#contract/rates/rate-entities.ts'
import type { RateConflict, RateDiffRow } from '#contract/rates/rate-sets.ts'
import type { Db } from '#server/db/client.ts'
import { freightFinder, type Rate, type RateBook, readBook } from '#server/pricing/rate-book.ts'
import { figureOf, type RateChange } from './changed-book.ts'
import { comingBook } from './scheduled-sets.ts'

/**
 * The rates that are expected when a set takes effect: today's, with the sets that are scheduled before it. A set
 * without a time expects today's.
 */
export const expectedBook = (db: Db, { id, validFrom }: { id: number; validFrom: string | null }): Promise<RateBook> =>
  validFrom === null ? readBook(db, null) : comingBook(db, { before: { id, validFrom } })

/** A lane in words: 'Tier 3, USWC-LAX'. */
export const laneLabel = ({ tier, dest }: Pick<Lane, 'tier' | 'dest'>) => `Tier ${tier}, ${dest}`

/** A record in words: its name, of freight its lane; by its id if it is gone. */
function labelOf(entity: RateEntity, recordId: number, rate: Rate | undefined): string {
  if (!rate) return `${entity} ${recordId}`
  return 'name' in rate.values ? rate.values.name : laneLabel(rate.values as Lane) // the others have names
}

/** Compares changes of a set with what is expected at its time, and says which no longer fit. */
export function judgeChanges(book: RateBook, changes: readonly RateChange[]): RateDiffRow[] {
  const freightOf = freightFinder(book)
  const ending = new Set(changes.flatMap(({ action, recordId }) => (action === 'end' ? [recordId] : [])))
  return changes.map(({ action, entity, recordId, field, old, new: figure, values }): RateDiffRow => {
    const base = { entity, action, recordId, field, old, new: figure, values: values && { ...values } }
    if (action === 'add' && values) {
      const there = freightOf(values.tier, values.dest)
      const stale = there !== null && !ending.has(there.id)
      return { ...base, label: laneLabel(values), now: stale ? there.values.cbm : null, stale }
    }
    const rate = (book[entity] as ReadonlyMap<number, Rate>).get(recordId ?? 0) // maps of a book differ by their values
    if (action === 'end' && values) {
      const lane = rate?.values as Lane | undefined // only lanes end
      const stale = !lane || laneLabel(lane) !== laneLabel(values)
      return { ...base, label: laneLabel(values), now: lane?.cbm ?? null, stale }
    }
    const now = figureOf(rate, field ?? '')
    return { ...base, label: labelOf(entity, recordId ?? 0, rate), now, stale: now !== old }
  })
}

/** What keeps a set from being applied. */
export const conflictsIn = (rows: readonly RateDiffRow[]): RateConflict[] =>
  rows
    .filter(({ stale }) => stale)
    .map(({ entity, recordId, label, field, old, now }) => ({ entity, recordId, label, field, old, now }))
