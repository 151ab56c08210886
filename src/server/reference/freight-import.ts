import type { z } from 'zod'
import { fieldInTrade } from '#contract/imports/trade-headings.ts'
import { comparedForm } from '#contract/lib/text.ts'
import { destinationKey, freight } from '#contract/reference/freight.ts'
import type { Tx } from '#server/db/client.ts'
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

type Lane = Pick<z.output<typeof freight.row>, 'tier' | 'dest'>
const laneOf = ({ tier, dest }: Lane) => `${tier}:${destinationKey(dest)}`
const exactLane = ({ tier, dest }: Lane) => `${tier}=${dest.toUpperCase()}`

/** The key of a rate: its lane; of rates that were stored twice before, in two spellings, each has its own. */
async function keysOfRates(tx: Tx): Promise<(rate: Lane) => string> {
  const stored = await tx.selectFrom('freight').select(['tier', 'dest']).orderBy('id').execute()
  const spellings = new Map<string, string[]>()
  for (const rate of stored) spellings.set(laneOf(rate), [...(spellings.get(laneOf(rate)) ?? []), exactLane(rate)])
  return (rate) => {
    const [lane, exact] = [laneOf(rate), exactLane(rate)]
    const [first, second, ...others] = spellings.get(lane) ?? []
    if (first === undefined || second === undefined) return lane
    return [second, ...others].includes(exact) ? exact : first
  }
}

/** How files of rates are read. */
export const FREIGHT_FORM: Importer['form'] = {
  kind: 'freight',
  headings: Object.fromEntries(COLUMNS.map(({ field, heading }) => [field, heading])),
  inTrade: (heading) => fieldInTrade('freight', heading),
  isNumber: (heading) => COLUMNS.some((column) => column.field !== 'dest' && isSame(column.heading, heading)),
}

/** How rows of such files become rates; by default they are matched by tier and destination. */
export const FREIGHT_ROWS = {
  resource: freight,
  columns: COLUMNS,
  read: (cells: Cells) => Object.fromEntries(COLUMNS.map(({ field, heading }) => [field, cells[heading]])),
  keyOf: laneOf,
}

export const freightImport: Importer = {
  path: freight.path,
  name: freight.name,
  table: 'freight',
  form: FREIGHT_FORM,
  plan: async (tx, table) =>
    planRows(table, { ...FREIGHT_ROWS, store: tableStore(tx, freight), keyOf: await keysOfRates(tx) }),
}
