import { keysOf } from '#contract/lib/record-of.ts'

/** A field that two people changed to different values, or a group that only makes sense as a whole. */
export interface FieldConflict<K extends string> {
  keys: readonly K[]
}

/**
 * Fields, or groups of fields, that two people changed to different values since `base`. A field is its own
 * group unless `groups` names it. A change by only one of them is not a conflict.
 */
export function findConflicts<K extends string>(
  base: Record<K, unknown>,
  theirs: Record<K, unknown>,
  mine: Partial<Record<K, unknown>>,
  groups: readonly (readonly K[])[] = [],
): FieldConflict<K>[] {
  const changed = keysOf(mine).filter((key) => !same(mine[key], base[key]))
  const found = new Map<string, FieldConflict<K>>()
  for (const key of changed) {
    const keys = groups.find((group) => group.includes(key)) ?? [key]
    const theyTouched = keys.some((each) => !same(theirs[each], base[each]))
    const differs = keys.some((each) => !same(each in mine ? mine[each] : base[each], theirs[each]))
    if (theyTouched && differs) found.set(keys.join(), { keys })
  }
  return [...found.values()]
}

/** Fields of `values` that differ from `base`, as a form sees it (`same`). */
export function changedFields<T extends Record<string, unknown>>(base: T, values: Partial<T>): Partial<T> {
  const changed = Object.entries(values).filter(([key, value]) => !same(value, base[key]))
  // The cast: fromEntries loses the type; the entries are some of those of `values`.
  return Object.fromEntries(changed) as Partial<T>
}

/** Equality as a form sees it: undefined, null and '' count as the same. */
export const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
