import { type ClientFields, clientFields } from '#contract/clients/clients.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import type { RowCells } from './row-cells.ts'

const FIELDS = keysOf(clientFields.shape)

/** The client in a row, by the rules of the form. Null if something is wrong; the cells keep the problem. */
export function readClientRow(cells: RowCells): ClientFields | null {
  const parsed = clientFields.safeParse(Object.fromEntries(FIELDS.map((field) => [field, cells.text(field)])))
  if (!parsed.success)
    for (const [field, message] of Object.entries(fieldErrors(parsed.error))) cells.refuse(field, message)
  return parsed.success && cells.problems.size === 0 ? parsed.data : null
}
