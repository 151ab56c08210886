/** A field that two people changed to different values, or several that only make sense together. */
export interface FieldConflict<K extends string> {
  keys: readonly K[]
}

/**
 * What two people changed of one record since `base`: the groups of fields that both touched and left different.
 * Fields stand alone unless a group names them. What only one of them touched is no conflict.
 */
export function findConflicts<K extends string>(
  base: Record<K, unknown>,
  theirs: Record<K, unknown>,
  mine: Partial<Record<K, unknown>>,
  groups: readonly (readonly K[])[] = [],
): FieldConflict<K>[] {
  // Object.keys gives the keys of `mine` only as text; they are its own.
  const changed = (Object.keys(mine) as K[]).filter((key) => !same(mine[key], base[key]))
  const found = new Map<string, FieldConflict<K>>()
  for (const key of changed) {
    const keys = groups.find((group) => group.includes(key)) ?? [key]
    const theyTouched = keys.some((each) => !same(theirs[each], base[each]))
    const differs = keys.some((each) => !same(each in mine ? mine[each] : base[each], theirs[each]))
    if (theyTouched && differs) found.set(keys.join(), { keys })
  }
  return [...found.values()]
}

/** The fields of `values` that are not as in `base`. */
export function changedFields<T extends Record<string, unknown>>(base: T, values: Partial<T>): Partial<T> {
  const changed = Object.entries(values).filter(([key, value]) => !same(value, base[key]))
  // The entries are some of those of `values`.
  return Object.fromEntries(changed) as Partial<T>
}

/** Equal as a form sees it: nothing, null and '' are one. */
export const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
