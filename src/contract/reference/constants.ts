import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { defineResource, versioned } from '#contract/lib/resource.ts'

/** Constants of the calculator. Rows and names are fixed. */
export const constants = defineResource({
  path: 'value/constant',
  name: 'Constant',
  row: z.object({ ...versioned, name: z.string(), value: z.number() }),
  input: z.object({ value: f.decimal(6, { max: 99_999_999, everyCommaIsDot: true }) }),
  operations: ['list', 'get', 'update'],
  sortable: ['id', 'name', 'value'],
  searchable: ['name'],
  columns: { id: 'ID', name: 'Name', value: 'Value' },
  // To the letter of the specification.
  toasts: { updated: 'Your Event was edited successfully' },
  incomplete: NOT_ALL_FILLED,
})
export type Constant = z.infer<typeof constants.row>
