import type { z } from 'zod'
import { comparedForm } from '#contract/lib/text.ts'
import { destinationKey, freight } from '#contract/reference/freight.ts'
import type { Importer } from '#server/resource/import.ts'
import { type Cells, planRows } from '#server/resource/import-rows.ts'
import { tableStore } from '#server/resource/table-store.ts'

const FIELDS = ['tier', 'dest', 'cbm', 'mt'] as const
const COLUMNS = FIELDS.map((field) => ({
  field,
  heading: freight.columns?.[field] ?? field,
  text: (row: z.output<typeof freight.row>) => String(row[field]),
}))

const isSame = (one: string, other: string) => comparedForm(one) === comparedForm(other)

/** How files of rates are read. */
export const FREIGHT_FORM: Importer['form'] = {
  kind: 'freight',
  headings: Object.fromEntries(COLUMNS.map(({ field, heading }) => [field, heading])),
  isNumber: (heading) => COLUMNS.some((column) => column.field !== 'dest' && isSame(column.heading, heading)),
}

/** How rows of such files become rates: matched by tier and destination. */
export const FREIGHT_ROWS = {
  resource: freight,
  columns: COLUMNS,
  read: (cells: Cells) => Object.fromEntries(COLUMNS.map(({ field, heading }) => [field, cells[heading]])),
  keyOf: ({ tier, dest }: { tier: number; dest: string }) => `${tier}:${destinationKey(dest)}`,
}

export const freightImport: Importer = {
  path: freight.path,
  name: freight.name,
  table: 'freight',
  form: FREIGHT_FORM,
  plan: (tx, table) => planRows(table, { ...FREIGHT_ROWS, store: tableStore(tx, freight) }),
}
