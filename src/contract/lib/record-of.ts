/** The keys of an object, in order. Object.keys() forgets which keys there are. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]

/** An object with a value for each key. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): Record<Key, Value> =>
  // fromEntries() forgets which keys there are.
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>
