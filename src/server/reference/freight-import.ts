import type { z } from 'zod'
import { freight } from '#contract/reference/freight.ts'
import type { Importer } from '#server/resource/import.ts'
import { planRows } from '#server/resource/import-rows.ts'
import { tableStore } from '#server/resource/table-store.ts'

const FIELDS = ['tier', 'dest', 'cbm', 'mt'] as const
const COLUMNS = FIELDS.map((field) => ({
  field,
  heading: freight.columns?.[field] ?? field,
  text: (row: z.output<typeof freight.row>) => String(row[field]),
}))

/** Rates are matched by tier and destination. */
export const freightImport: Importer = {
  path: freight.path,
  name: freight.name,
  table: 'freight',
  plan: (tx, sheet) =>
    planRows(sheet, {
      resource: freight,
      store: tableStore(tx, freight),
      columns: COLUMNS,
      read: (cells) => Object.fromEntries(COLUMNS.map(({ field, heading }) => [field, cells[heading]])),
      keyOf: ({ tier, dest }) => `${tier}:${dest.toLowerCase()}`,
    }),
}
