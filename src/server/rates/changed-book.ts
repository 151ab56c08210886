import type { NamedRecord } from '#contract/lib/resource.ts'
import type { Lane, RateEntity } from '#contract/rates/rate-entities.ts'
import { copyBook, type Rate, type RateBook } from '#server/pricing/rate-book.ts'

/** A change of a set as it is stored. `values` is a new lane, or the one that ends. */
export interface RateChange {
  id: number
  setId: number
  action: 'change' | 'add' | 'end'
  entity: RateEntity
  recordId: number | null
  field: string | null
  old: number | null
  new: number | null
  values: Lane | null
}

/** A set as far as its rates are concerned. */
export interface SetChanges extends NamedRecord {
  validFrom: string
  changes: readonly RateChange[]
}

/** A figure of a rate as sets store it: 0 or 1 for no or yes; null if the record or figure is not there. */
export function figureOf(rate: Rate | undefined, field: string): number | null {
  const value = (rate?.values as Record<string, unknown> | undefined)?.[field]
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : null
}

/**
 * The rates of a book once these sets took effect, one after the other; the book stays as it is. A change of a
 * record that is gone does nothing. New lanes have negative ids.
 */
export function withSets(book: RateBook, sets: readonly SetChanges[]): RateBook {
  const changed = copyBook(book)
  for (const { id: setId, name, validFrom: since, changes } of sets) {
    const set = { id: setId, name }
    for (const { id, action, entity, recordId, field, new: figure, values } of changes) {
      // The maps of a book differ by their values only; which fields an entity has is checked when a change is written.
      const rates = changed[entity] as Map<number, Rate>
      if (action === 'add' && values) changed.freight.set(-id, { id: -id, values, since, set })
      const rate = recordId === null ? undefined : rates.get(recordId)
      if (!rate) continue
      if (action === 'end') rates.delete(rate.id)
      if (action !== 'change' || field === null || figure === null) continue
      const before = (rate.values as unknown as Record<string, unknown>)[field]
      const value = typeof before === 'boolean' ? figure === 1 : figure
      rates.set(rate.id, { ...rate, values: { ...rate.values, [field]: value }, since, set })
    }
  }
  return changed
}
