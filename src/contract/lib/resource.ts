import { z } from 'zod'
import type { AddError } from './rules.ts'

/** What callers can do with a resource. */
export type Operation = 'list' | 'get' | 'create' | 'update' | 'remove'
export const ALL_OPERATIONS = ['list', 'get', 'create', 'update', 'remove'] as const

/** Fields of every editable record; `updatedAt` is its version. */
export const versioned = { id: z.int(), updatedAt: z.string() }
/** What uses a record and so prevents deleting it ('3 orders and 1 depot'); null if nothing does. */
export const recordUses = z.object({ usedBy: z.string().nullable() })
/** What a saved record should be checked for, at a field: nothing that prevents saving it. */
export const fieldWarning = z.object({ field: z.string(), message: z.string() })
/** A reference to a record, with its name. */
export const namedRecord = z.object({ id: z.int(), name: z.string() })

/** A reference entity, declared once for both sides. Data, not behaviour. */
export interface Resource<
  Row extends z.ZodObject = z.ZodObject,
  Input extends z.ZodObject = z.ZodObject,
  Key extends string = string,
> {
  /** Its table, as code names it ('mailAddresses'): its records have this name in the trail, the stream and the web's cache. */
  key: Key
  /** Below /api/, as the specification writes it. */
  path: string
  /** Singular, as toasts and messages name it ('Port'). */
  name: string
  /** Singular, as the trail names it, where that is not `name`. */
  label?: string
  /** Singular, as the API's document names its schemas and calls ('FreightRate'), where that is not `name`. */
  schema?: string
  /** What its calls are about: a sentence of the API's document. */
  about: string
  /** What keys of the API must be allowed to read or write; null closes its calls to keys. */
  scope: 'reference' | 'content' | null
  /** How the trail names a record, by fields of its own: '{code} — {name}'. By default its name. */
  named?: string
  /** Which records the ids and codes in its fields are of, as the trail calls them: `{ cityId: 'cities' }`. */
  refs?: Partial<Record<keyof z.output<Input> & string, string>>
  row: Row
  /** The writable fields. */
  input: Input
  /** Rules over several fields. */
  rules?: (value: Partial<z.output<Input>>, add: AddError) => void
  operations: readonly Operation[]
  /** Sortable columns; id is the default. */
  sortable: readonly (keyof z.output<Row> & string)[]
  /** Text columns that `search=` looks into. */
  searchable?: readonly (keyof z.output<Row> & string)[]
  /** Columns a list can be filtered by: `tier=1&tier=2`. */
  filterable?: readonly (keyof z.output<Row> & string)[]
  /** The columns of its list and its export, in this order: field and heading. */
  columns?: Partial<Record<keyof z.output<Row> & string, string>>
  /** The message of a unique violation, and its field. */
  conflict?: { field: keyof z.output<Input> & string; message: string }
  /** Toasts that do not follow the pattern. */
  toasts?: Partial<Toasts>
  /** The specification's message for the whole form if a required field is empty. */
  incomplete?: string
}

/** Gives a resource its types. */
export const defineResource = <Row extends z.ZodObject, Input extends z.ZodObject, Key extends string>(
  resource: Resource<Row, Input, Key>,
) => resource

/** Toasts after a change. */
export interface Toasts {
  created: string
  updated: string
  removed: string
}

/** A resource's toasts: its own, else by the pattern of the specification. */
export const toastsOf = ({ name, toasts }: Pick<Resource, 'name' | 'toasts'>): Toasts => ({
  created: `New ${name} was added successfully`,
  updated: `Your ${name} was edited successfully`,
  removed: `${name} was deleted successfully`,
  ...toasts,
})
