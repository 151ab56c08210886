import type { Contradiction, SailingDifference } from '#contract/orders/order-sailing.ts'
import { voyageKey } from '#contract/reference/voyages.ts'
import { FOLLOWED_FIELDS, type FollowedField } from './sailing-codes.ts'

/** Values that a confirmation shares with its sailing; the vessel is its id. Empty ones are null or ''. */
export type FollowedValues = Record<FollowedField, string | number | null>

type Value = FollowedValues[FollowedField]
const isEmpty = (value: Value) => value === null || value === ''
const isSame = (field: FollowedField, one: Value, other: Value) =>
  one === other || (field === 'vesselVoyage' && voyageKey(String(one)) === voyageKey(String(other)))

/** Whether a booking confirmation names a voyage. Without one, its dates belong to no ship. */
const namesVoyage = (own: FollowedValues) => !isEmpty(own.vessel) || !isEmpty(own.vesselVoyage)

/**
 * The changes in a booking confirmation when its sailing turns from `earlier` to `next`: only fields that are
 * empty or still have the value of `earlier`. A value that somebody chose stays; but a date beside no vessel and
 * no voyage would be told as that of the ship that is written now, and becomes the sailing's.
 */
export function followSailing(
  own: FollowedValues | null,
  { earlier, next }: { earlier: Partial<FollowedValues>; next: FollowedValues },
): Partial<FollowedValues> {
  const changes: Partial<FollowedValues> = {}
  const isOfNone = own !== null && !namesVoyage(own)
  for (const field of FOLLOWED_FIELDS) {
    const value = own?.[field] ?? null
    const before = earlier[field] ?? null
    const replaces = isEmpty(value) || (isOfNone && field.endsWith('At'))
    const follows = (!isEmpty(before) && isSame(field, value, before)) || (replaces && !isEmpty(next[field]))
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

/** Fields that name a voyage, in the pairs in which they are read: 'ONE AQUILA 075N', 'CNNGB → USLAX'. */
const NAMING = [
  { fields: ['vessel', 'vesselVoyage'], between: ' ' },
  { fields: ['portOfLoading', 'portOfDischarge'], between: ' → ' },
] as const

const textOf = ({ values, vesselName }: Side, field: FollowedField) =>
  String((field === 'vessel' ? vesselName : values[field]) ?? '')

/**
 * The contradiction between a confirmation and a sailing: another vessel, voyage or port than the sailing's. Dates
 * are none, nor is what is empty or would follow from the sailing `earlier`. Null if the two can be one voyage.
 */
export function contradictionOf(
  own: Side | null,
  { earlier = {}, sailing }: { earlier?: Partial<FollowedValues>; sailing: Side },
): Contradiction | null {
  if (!own) return null
  const contradicts = (field: FollowedField) => {
    const [value, said, before] = [own.values[field], sailing.values[field], earlier[field] ?? null]
    return !isEmpty(value) && !isEmpty(said) && !isSame(field, value, said) && !isSame(field, value, before)
  }
  const pairs = NAMING.filter(({ fields }) => fields.some(contradicts))
  if (pairs.length === 0) return null
  const words = (side: Side) =>
    pairs
      .map(({ fields, between }) =>
        fields
          .map((field) => textOf(side, field))
          .filter(Boolean)
          .join(between),
      )
      .join(', ')
  return { confirmed: words(own), sailing: words(sailing) }
}

/**
 * The changes in a confirmation when its order goes with a sailing: what follows (`followSailing`), and with
 * `takeOver` all of the sailing's values where the two contradict each other.
 */
export function goWithSailing(
  own: FollowedValues | null,
  { earlier, next, takeOver }: { earlier: Partial<FollowedValues>; next: FollowedValues; takeOver: boolean },
): Partial<FollowedValues> {
  const followed = followSailing(own, { earlier, next })
  const side = (values: FollowedValues): Side => ({ values, vesselName: null })
  if (!takeOver || !own || !contradictionOf(side(own), { earlier, sailing: side(next) })) return followed
  const taken = differingFields(own, next).map((field) => [field, next[field]])
  return { ...followed, ...Object.fromEntries(taken) }
}
