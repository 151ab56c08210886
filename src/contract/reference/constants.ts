import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { defineResource, versioned } from '#contract/lib/resource.ts'

/** Constants of the calculator. Their rows and names are fixed. */
export const constants = defineResource({
  key: 'constants',
  path: 'value/constant',
  name: 'Constant',
  about: 'Constants of the calculator.',
  scope: 'reference',
  row: z.object({ ...versioned, name: z.string(), value: z.number() }),
  input: z.object({ value: f.decimal(6, { max: 99_999_999, everyCommaIsDot: true }) }),
  operations: ['list', 'get', 'update'],
  sortable: ['id', 'name', 'value'],
  searchable: ['name'],
  columns: { id: 'ID', name: 'Name', value: 'Value' },
  // The specification's toast, to the letter.
  toasts: { updated: 'Your Event was edited successfully' },
  incomplete: NOT_ALL_FILLED,
})
export type Constant = z.infer<typeof constants.row>

/** A line of a sample quote in USD before and after a change; null where it has no price. */
const sampleAmounts = { before: z.number().nullable(), after: z.number().nullable() }

/** The effect of a changed constant on quotes of sample shipments, before it is saved. */
export const constantTrial = z.object({
  samples: z.array(
    z.object({
      /** The sample shipment: 'Pick-up, Amazon, 3.5 CBM, 620 kg, insured, with brokerage'. */
      about: z.string(),
      lines: z.array(z.object({ code: z.string(), label: z.string(), ...sampleAmounts })),
      ...sampleAmounts,
    }),
  ),
  /** The reason why no shipment could be priced any more; null if they can. */
  missing: z.string().nullable(),
})
export type ConstantTrial = z.infer<typeof constantTrial>
