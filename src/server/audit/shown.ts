import type { Named } from './record-names.ts'

/** Fields of a record before or after a change. */
export type Fields = Record<string, unknown>

/** Functions that turn values into text: dates in the right form, and names of records. */
export interface Shown {
  /** An instant in ISO 8601; '' for none. */
  time: (iso: unknown) => string
  /** A day, stored as 00:00 UTC; '' for none. */
  day: (iso: unknown) => string
  /** The name of a record, '' for none; the name of a deleted one says so. */
  name: (of: Named, key: unknown) => string
  /** The kind of record behind an order's origin, at the time of the entry. */
  origins: Extract<Named, 'locations' | 'depots' | 'ports'>
}

/** A field: its label, and its values as text, '' for an empty one. */
export interface FieldWords {
  label: string
  show: (value: unknown) => string
  /** Rich text. */
  html?: boolean
  /** Its place among the record's fields; the others follow. */
  place?: number
}

/** The place of a field among labels listed in the order of the screen. */
export function placeIn(labels: object, key: string): number | undefined {
  const at = Object.keys(labels).indexOf(key)
  return at < 0 ? undefined : at
}

const UPPER: Record<string, string> = { id: 'ID', url: 'URL' }

/** A field's own name as words: 'Meta title' for 'metaTitle'. */
export function wordsOf(key: string): string {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => UPPER[word] ?? word)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value as text; '' when there is none. Named records show their name. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(plainText).join(', ')
  if (typeof value !== 'object') return String(value)
  if ('name' in value) return String(value.name)
  return 'title' in value ? String(value.title) : JSON.stringify(value)
}
