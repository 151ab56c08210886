import type { z } from 'zod'
import { comparedForm } from '#contract/lib/text.ts'
import { destinationKey, freight } from '#contract/reference/freight.ts'
import type { Importer } from '#server/resource/import.ts'
import { planRows } from '#server/resource/import-rows.ts'
import { tableStore } from '#server/resource/table-store.ts'

const FIELDS = ['tier', 'dest', 'cbm', 'mt'] as const
const COLUMNS = FIELDS.map((field) => ({
  field,
  heading: freight.columns?.[field] ?? field,
  text: (row: z.output<typeof freight.row>) => String(row[field]),
}))

const isSame = (one: string, other: string) => comparedForm(one) === comparedForm(other)

/** Rates are matched by tier and destination. */
export const freightImport: Importer = {
  path: freight.path,
  name: freight.name,
  table: 'freight',
  form: {
    kind: 'freight',
    headings: Object.fromEntries(COLUMNS.map(({ field, heading }) => [field, heading])),
    isNumber: (heading) => COLUMNS.some((column) => column.field !== 'dest' && isSame(column.heading, heading)),
  },
  plan: (tx, table) =>
    planRows(table, {
      resource: freight,
      store: tableStore(tx, freight),
      columns: COLUMNS,
      read: (cells) => Object.fromEntries(COLUMNS.map(({ field, heading }) => [field, cells[heading]])),
      keyOf: ({ tier, dest }) => `${tier}:${destinationKey(dest)}`,
    }),
}
