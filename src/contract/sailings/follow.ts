import type { SailingDifference } from '#contract/orders/order-sailing.ts'
import { voyageKey } from '#contract/reference/voyages.ts'
import { FOLLOWED_FIELDS, type FollowedField } from './sailing-codes.ts'

/** Values that a confirmation shares with its sailing; the vessel is its id. Empty ones are null or ''. */
export type FollowedValues = Record<FollowedField, string | number | null>

type Value = FollowedValues[FollowedField]
const isEmpty = (value: Value) => value === null || value === ''
const isSame = (field: FollowedField, one: Value, other: Value) =>
  one === other || (field === 'vesselVoyage' && voyageKey(String(one)) === voyageKey(String(other)))

/**
 * The changes in a booking confirmation when its sailing turns from `earlier` to `next`: only fields that are
 * empty or still have the value of `earlier`. A value that somebody chose stays.
 */
export function followSailing(
  own: FollowedValues | null,
  { earlier, next }: { earlier: Partial<FollowedValues>; next: FollowedValues },
): Partial<FollowedValues> {
  const changes: Partial<FollowedValues> = {}
  for (const field of FOLLOWED_FIELDS) {
    const value = own?.[field] ?? null
    const before = earlier[field] ?? null
    const follows = isEmpty(value) ? !isEmpty(next[field]) : !isEmpty(before) && isSame(field, value, before)
    if (follows && value !== next[field]) changes[field] = next[field]
  }
  return changes
}

/** Fields in which a booking confirmation differs from its sailing, whose empty fields do not count. */
export const differingFields = (own: FollowedValues | null, sailing: FollowedValues): FollowedField[] =>
  FOLLOWED_FIELDS.filter((field) => !isEmpty(sailing[field]) && !isSame(field, own?.[field] ?? null, sailing[field]))

/** A side of a comparison, with the name of its vessel. */
export interface Side {
  values: FollowedValues
  vesselName: string | null
}

/** Differences as staff read them: vessels by name, places by code. */
export const differences = (own: Side | null, sailing: Side): SailingDifference[] =>
  differingFields(own?.values ?? null, sailing.values).map((field) => {
    const [value, said] = [own, sailing].map((side) =>
      field === 'vessel' ? (side?.vesselName ?? null) : String(side?.values[field] ?? '') || null,
    )
    return { field, value: value ?? null, sailing: said ?? '' }
  })
