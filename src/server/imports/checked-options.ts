import { IMPORT_FIELDS, type ImportKind } from '#contract/imports/import-fields.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { comparedForm } from '#contract/lib/text.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { readClientRow } from '#server/imports/rows/client-row.ts'
import { fillingOf } from '#server/imports/rows/filled-cells.ts'
import { clientsByMail } from '#server/imports/rows/judge-rows.ts'
import { readOrderRow } from '#server/imports/rows/order-row.ts'
import { readReferences } from '#server/imports/rows/references.ts'
import { RowCells } from '#server/imports/rows/row-cells.ts'
import { columnForms } from './column-forms.ts'

const ORDERS_ONLY = 'Only orders can be historic'

/** Problems of the options by themselves: unknown fields, cells that are replaced twice, orders only. */
function problemsOf(kind: ImportKind, { fixed = {}, values = {}, historic }: ImportOptions): Record<string, string> {
  const fields = IMPORT_FIELDS[kind]
  const errors: Record<string, string> = {}
  for (const [option, given] of Object.entries({ fixed, values }))
    for (const field of Object.keys(given))
      if (!Object.hasOwn(fields, field))
        errors[`options.${option}.${field}`] = `Unknown field. Allowed: ${Object.keys(fields).join(', ')}`
  for (const [field, by] of Object.entries(values)) {
    const seen = new Map<string, string>()
    for (const cell of Object.keys(by)) {
      const key = comparedForm(cell)
      const before = seen.get(key)
      seen.set(key, cell)
      if (before !== undefined) errors[`options.values.${field}`] = `“${before}” and “${cell}” are the same cell`
    }
  }
  if (historic && kind !== 'orders') errors['options.historic'] = ORDERS_ONLY
  return errors
}

/** Fields whose value can only be judged beside the rest of its row. */
const BESIDE_OTHERS: readonly string[] = ['shipmentOriginPort', 'originDepot']

const NO_FILE = { headings: [], fields: [], shown: [], found: { encoding: null, separator: null }, asLastTime: [] }

/** Problems of fixed values that are wrong for every row, read like the cells of one. */
async function problemsOfFixed(db: Db, kind: ImportKind, options: ImportOptions) {
  const { at, fill } = fillingOf([], { fixed: options.fixed ?? {}, values: options.values ?? {} })
  if (at.size === 0) return {}
  const forms = columnForms(kind, NO_FILE, options)
  const cells = new RowCells(at, fill([]), { timeZone: 'UTC', ...forms })
  if (kind === 'clients') readClientRow(cells)
  else {
    const clients = await clientsByMail(db, [cells.plain('clientEmail')])
    const [client] = clients.values()
    const references = await readReferences(db)
    readOrderRow(cells, { references, client, now: new Date(), historic: false, code: null })
  }
  return Object.fromEntries(
    [...cells.problems]
      .filter(([field]) => at.has(field) && !BESIDE_OTHERS.includes(field))
      .map(([field, message]) => [`options.fixed.${field}`, message]),
  )
}

/** Checks options that were sent with a file of this kind. Throws 400 at `options`. */
export async function checkOptions(db: Db, kind: ImportKind, options: ImportOptions): Promise<void> {
  const errors = problemsOf(kind, options)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const wrong = await problemsOfFixed(db, kind, options)
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}
