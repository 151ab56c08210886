import { z } from 'zod'
import * as d from '#contract/lib/day-fields.ts'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'
import { codeForm } from '#contract/lib/text.ts'

/** A part of an ISO 3166 code, in upper case. */
const inCapitals = (code: string) => codeForm(code).toUpperCase()

/** Days on which nobody works, of a country or of one of its states or provinces. */
export const holidays = defineResource({
  key: 'holidays',
  path: 'holiday',
  name: 'Holiday',
  about: 'Days that working days leave out, of countries and of their states and provinces.',
  scope: 'reference',
  row: z.object({
    ...versioned,
    country: z.string(),
    region: z.string(),
    day: z.string(),
    year: z.int(),
    name: z.string(),
  }),
  input: z.object({
    country: f.keyText('Country', 2, inCapitals, { pattern: [/^[A-Z]{2}$/, 'A country has 2 letters'] }),
    region: f.optionalKeyText('State or province', 3, inCapitals, {
      pattern: [/^[A-Z0-9]{1,3}$/, 'A state or province has up to 3 letters or digits'],
    }),
    day: d.plainDay(),
    name: f.requiredText('Name', 100),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'country', 'region', 'day', 'name'],
  searchable: ['name'],
  filterable: ['country', 'region', 'year'],
  columns: { id: 'ID', day: 'Day', name: 'Name', country: 'Country', region: 'State or province' },
  conflict: { field: 'day', message: 'This day is a holiday there already' },
  incomplete: NOT_ALL_FILLED,
})
