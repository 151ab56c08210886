import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { ALL_OPERATIONS, defineResource, versioned } from '#contract/lib/resource.ts'
import { imoNumber } from '#contract/lib/spellings.ts'

/** 'IMO 978 5744' is 9785744: one ship, one spelling. Anything else stays as it is. */
const bareImoNumber = (text: string) => imoNumber(text) ?? text

export const vessels = defineResource({
  key: 'vessels',
  path: 'vessel',
  name: 'Vessel',
  about: 'Vessels.',
  scope: 'reference',
  row: z.object({ ...versioned, imoNumber: z.string(), name: z.string() }),
  input: z.object({ imoNumber: f.keyText('IMO Number', 50, bareImoNumber), name: f.requiredText('Name', 150) }),
  operations: ALL_OPERATIONS,
  sortable: ['id', 'imoNumber', 'name'],
  searchable: ['imoNumber', 'name'],
  columns: { id: 'ID', imoNumber: 'IMO Number', name: 'Name' },
  conflict: { field: 'imoNumber', message: 'Vessel with this IMO Number already exists' },
  incomplete: NOT_ALL_FILLED,
})
export type Vessel = z.infer<typeof vessels.row>

/**
 * True if a ship's number, in any spelling, ends in the correct check digit (7a+6b+5c+4d+3e+2f).
 * Screens warn about others and accept them.
 */
export function isImoNumber(text: string): boolean {
  const number = imoNumber(text)
  if (!number) return false
  const digits = [...number].map(Number)
  const sum = digits.slice(0, 6).reduce((total, digit, index) => total + digit * (7 - index), 0)
  return sum % 10 === digits[6]
}
