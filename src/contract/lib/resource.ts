import { z } from 'zod'
import type { AddError } from './rules.ts'

export type Operation = 'list' | 'get' | 'create' | 'update' | 'remove'
export const ALL_OPERATIONS = ['list', 'get', 'create', 'update', 'remove'] as const

/** What every record that can be edited carries; `updatedAt` is its version. */
export const versioned = { id: z.int(), updatedAt: z.string() }
export const namedRecord = z.object({ id: z.int(), name: z.string() })

/** A reference entity, said once for both sides. Data, not behaviour. */
export interface Resource<Row extends z.ZodObject = z.ZodObject, Input extends z.ZodObject = z.ZodObject> {
  /** Below /api/, as the specification writes it. */
  path: string
  /** Singular, as toasts and messages name it ('Port'). */
  name: string
  row: Row
  /** The writable fields. */
  input: Input
  /** Rules over several fields. */
  rules?: (value: Partial<z.output<Input>>, add: AddError) => void
  operations: readonly Operation[]
  /** Columns a list may be sorted by; id is the default. */
  sortable: readonly (keyof z.output<Row> & string)[]
  /** Text columns that `search=` looks into. */
  searchable?: readonly (keyof z.output<Row> & string)[]
  /** Columns that a list may be narrowed by to some of their values: `tier=1&tier=2`. */
  filterable?: readonly (keyof z.output<Row> & string)[]
  /** What its list shows and exports, in this order: the heading of each field. */
  columns?: Partial<Record<keyof z.output<Row> & string, string>>
  /** What a unique violation says, and at which field. */
  conflict?: { field: keyof z.output<Input> & string; message: string }
  /** Toasts that do not follow the pattern. */
  toasts?: Partial<Toasts>
  /** The first message of a failed validation, where the specification has one for the whole form. */
  incomplete?: string
}

/** Gives a resource its types. */
export const defineResource = <Row extends z.ZodObject, Input extends z.ZodObject>(resource: Resource<Row, Input>) =>
  resource

/** What is said after a change. */
export interface Toasts {
  created: string
  updated: string
  removed: string
}

/** Toasts of a resource, by the pattern of the specification where it has none of its own. */
export const toastsOf = ({ name, toasts }: Pick<Resource, 'name' | 'toasts'>): Toasts => ({
  created: `New ${name} was added successfully`,
  updated: `Your ${name} was edited successfully`,
  removed: `${name} was deleted successfully`,
  ...toasts,
})
