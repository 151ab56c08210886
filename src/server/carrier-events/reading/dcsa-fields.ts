/** An object of a parsed body. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an object has of its own under a name; undefined for anything else. */
const own = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** The value at a path, such as 'eventLocation.UNLocationCode'. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((within, name) => own(within, name), value)

/** A value as a text; '' for what is none. Numbers count: some write an IMO number as one. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''

/** The first text that shows something, of several paths. */
export function textAt(value: unknown, ...paths: string[]): string {
  for (const path of paths) {
    const text = textOf(valueAt(value, path))
    if (text.trim() !== '') return text
  }
  return ''
}

/** Objects that are looked at in one list: no event names more documents. */
const MOST_ITEMS = 200

/** The objects of the lists at several paths. */
export const itemsAt = (value: unknown, ...paths: string[]): Fields[] =>
  paths
    .flatMap((path) => {
      const list = valueAt(value, path)
      return Array.isArray(list) ? list.slice(0, MOST_ITEMS) : [list]
    })
    .filter(isFields)
