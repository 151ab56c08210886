import { z } from 'zod'
import type { AddError } from './rules.ts'

/** Operations that callers may have on a resource. */
export type Operation = 'list' | 'get' | 'create' | 'update' | 'remove'
export const ALL_OPERATIONS = ['list', 'get', 'create', 'update', 'remove'] as const

/** Fields of every editable record; `updatedAt` is its version. */
export const versioned = { id: z.int(), updatedAt: z.string() }
/** The uses that prevent deleting a record ('3 orders and 1 depot'); null if nothing does. */
export const recordUses = z.object({ usedBy: z.string().nullable() })
/** A hint at a field of a saved record to check; it prevents nothing. */
export const fieldWarning = z.object({ field: z.string(), message: z.string() })
/** A reference to a record, with its name. */
export const namedRecord = z.object({ id: z.int(), name: z.string() })
export type NamedRecord = z.infer<typeof namedRecord>

/** A reference entity, declared once for both sides. Data, not behaviour. */
export interface Resource<
  Row extends z.ZodObject = z.ZodObject,
  Input extends z.ZodObject = z.ZodObject,
  Key extends string = string,
> {
  /** The table as code names it ('mailAddresses'), and the records' name in trail, stream and cache. */
  key: Key
  /** The path below /api/, as the specification writes it. */
  path: string
  /** The singular in toasts and messages ('Port'). */
  name: string
  /** The singular in the trail, where that is not `name`. */
  label?: string
  /** The singular in the names of the API's document ('FreightRate'), where that is not `name`. */
  schema?: string
  /** A sentence for the API's document: what the calls are about. */
  about: string
  /** The scope that API keys need to read or write; null closes the calls to keys. */
  scope: 'reference' | 'content' | 'offers' | null
  /** The pattern for a record's name in the trail, '{code} — {name}'; by default its name. */
  named?: string
  /** The records that ids and codes in fields point at, as the trail calls them: `{ cityId: 'cities' }`. */
  refs?: Partial<Record<keyof z.output<Input> & string, string>>
  row: Row
  /** The writable fields. */
  input: Input
  /** Rules over several fields. */
  rules?: (value: Partial<z.output<Input>>, add: AddError) => void
  operations: readonly Operation[]
  /** Sortable columns; id is the default. */
  sortable: readonly (keyof z.output<Row> & string)[]
  /** Text columns that `search=` searches. */
  searchable?: readonly (keyof z.output<Row> & string)[]
  /** Columns by which a list can be filtered: `tier=1&tier=2`. */
  filterable?: readonly (keyof z.output<Row> & string)[]
  /** Columns of the list and of its export, in this order: field and heading. */
  columns?: Partial<Record<keyof z.output<Row> & string, string>>
  /** The field and message of a unique violation. */
  conflict?: { field: keyof z.output<Input> & string; message: string }
  /** Toasts that differ from the pattern. */
  toasts?: Partial<Toasts>
  /** The specification's message for the whole form when a required field is empty. */
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
