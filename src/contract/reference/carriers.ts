import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'
import { lettersAndDigits } from '#contract/lib/text.ts'

/** A code of letters and digits, in upper case; '' for none. */
const shortCode = (label: string, pattern: RegExp, message: string) =>
  f.optionalKeyText(label, 4, (code) => lettersAndDigits(code).toUpperCase(), { pattern: [pattern, message] })

const SETS_EVENTS =
  'Whether its actual departures and arrivals set the event of that milestone for the orders aboard, without a mail.'

/** Steamship lines and others that carry our cargo by sea. */
export const carriers = defineResource({
  key: 'carriers',
  path: 'carrier',
  name: 'Carrier',
  about: 'Steamship lines and other carriers.',
  scope: 'reference',
  row: z.object({
    ...versioned,
    name: z.string(),
    scac: z.string(),
    smdg: z.string(),
    setsEvents: z.boolean().describe(SETS_EVENTS),
  }),
  input: z.object({
    name: f.requiredText('Name', 150),
    scac: shortCode('SCAC', /^[A-Z]{2,4}$/, 'A SCAC has 2 to 4 letters'),
    smdg: shortCode('SMDG code', /^[A-Z0-9]{2,4}$/, 'An SMDG code has 2 to 4 letters or digits'),
    setsEvents: f.flag().default(false).describe(SETS_EVENTS),
  }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'name', 'scac', 'smdg'],
  searchable: ['name', 'scac', 'smdg'],
  columns: { id: 'ID', name: 'Name', scac: 'SCAC', smdg: 'SMDG code' },
  conflict: { field: 'name', message: 'Carrier already exists' },
  incomplete: NOT_ALL_FILLED,
})
