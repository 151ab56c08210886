import { fieldInTrade } from '#contract/imports/trade-headings.ts'
import type { ImportRow } from '#contract/lib/import.ts'
import { comparedForm, isVisible } from '#contract/lib/text.ts'
import { DELIVERY_PATH, type DeliveryCell, deliveryCell } from '#contract/reference/delivery/delivery.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { ByName, Named } from '#server/resource/by-name.ts'
import type { Importer } from '#server/resource/import.ts'
import type { FileTable, TableRow } from '#server/resource/read-table.ts'
import { daysIn, namesOf, readGrid, saveCells } from './delivery-times.ts'

const DEPOT = 'Depot'
const COLUMNS = [DEPOT, 'Cartage', 'Days'] as const
const NO_FORM = { dateForm: null, decimalSign: null, ambiguous: null }
const MAX_CELLS = 50_000

/** A cell as the file has it. */
interface FileCell {
  line: number
  depot: string
  cartage: string
  days: string
  /** The days as a form would send them. */
  read: string
  problems: readonly string[]
}

function checkSize(cells: number): void {
  if (cells > MAX_CELLS) throw invalid({ file: `No more than ${MAX_CELLS} cells` })
}

/** A cell of the grid in a row; -1 is a column that the file does not have. */
function cellOf(
  { line, cells, read, problems }: TableRow,
  { depotAt, cartageAt, daysAt }: { depotAt: number; cartageAt: number; daysAt: number },
): FileCell {
  const found = [depotAt, cartageAt, daysAt].map((at, index) => ({
    heading: COLUMNS[index],
    problem: problems.get(at),
  }))
  return {
    line,
    depot: cells[depotAt] ?? '',
    cartage: cells[cartageAt] ?? '',
    days: cells[daysAt] ?? '',
    read: read[daysAt] ?? '',
    problems: found.flatMap(({ heading, problem }) => (problem ? [`${heading}: ${problem}`] : [])),
  }
}

/** The cells of a file: a grid, or a list with the columns Depot, Cartage and Days. Throws 400 at `file`. */
function cellsOf({ headings, rows }: FileTable): FileCell[] {
  const at = COLUMNS.map((column) => headings.findIndex((heading) => comparedForm(heading) === comparedForm(column)))
  const [depotAt = -1, cartageAt = -1, daysAt = -1] = at
  if (depotAt < 0) throw invalid({ file: `The file has no column ${DEPOT}` })
  if (cartageAt >= 0 && daysAt >= 0) {
    checkSize(rows.length)
    return rows.map((row) => cellOf(row, { depotAt, cartageAt, daysAt }))
  }
  const columns = headings.flatMap((cartage, column) =>
    column !== depotAt && isVisible(cartage) ? [{ cartage, column }] : [],
  )
  checkSize(rows.length * columns.length)
  return rows.flatMap((row) =>
    columns.map(({ cartage, column }) => ({ ...cellOf(row, { depotAt, cartageAt: -1, daysAt: column }), cartage })),
  )
}

/** Looks up a record by its name; the reason if there is not one of it. */
function lookUp(records: ByName<Named>, what: string, name: string): { id: number } | { reason: string } {
  const found = records.named(name)
  const [first, second] = found
  if (!first) return { reason: `This ${what} does not exist` }
  if (!second) return { id: first.id }
  return { reason: `More than one ${what} has this name: write ${orList(found.map((each) => records.label(each)))}` }
}

/** Names of a list that a reason says at most. */
const MOST_NAMES = 5
const orList = (names: readonly string[]) => names.slice(0, MOST_NAMES).join(' or ')

const shown = (days: number) => (days === 0 ? 'empty' : String(days))

/** A row of the report, and the cell to save for it. */
type Planned = ImportRow & { save?: DeliveryCell }

/** Judges the cells of a file, one after the other. */
async function judgeOf(tx: Tx) {
  const grid = await readGrid(tx)
  const { depots, cartages } = namesOf(grid)
  const seen = new Map<string, number>()

  return ({ line, depot, cartage, days, read: sent, problems }: FileCell): Planned => {
    const base = { line, cells: [depot, cartage, days] }
    const refused = (...notes: string[]): Planned => ({ ...base, state: 'refused', notes })
    if (problems.length > 0) return refused(...problems)
    const places = [lookUp(depots, 'depot', depot), lookUp(cartages, 'cartage', cartage)]
    const unknown = places.flatMap((place) => ('reason' in place ? [place.reason] : []))
    if (unknown.length > 0) return refused(...unknown)
    const [depotId = 0, cartageId = 0] = places.map((place) => ('id' in place ? place.id : 0))
    const read = deliveryCell.shape.delivery.safeParse(sent)
    if (!read.success) return refused(read.error.issues[0]?.message ?? '')
    const key = `${depotId}:${cartageId}`
    const before = seen.get(key)
    if (before !== undefined) return refused(`Duplicate of line ${before}`)
    seen.set(key, line)
    const was = daysIn(grid, depotId, cartageId)
    if (was === read.data) return { ...base, state: 'unchanged', notes: [] }
    const save = { depot: depotId, cartage: cartageId, delivery: read.data, was }
    if (was === 0) return { ...base, state: 'added', notes: [], save }
    return { ...base, state: 'changed', notes: [`Days: ${shown(was)} → ${shown(read.data)}`], save }
  }
}

/**
 * Imports the grid, or a list of its cells. Cells that are not in the file stay; an empty one removes its
 * entry.
 */
export const deliveryImport: Importer = {
  path: DELIVERY_PATH,
  name: 'Delivery time',
  table: 'deliveryTimes',
  form: {
    kind: 'delivery',
    headings: { depot: DEPOT, cartage: 'Cartage', days: 'Days' },
    inTrade: (heading) => fieldInTrade('delivery', heading),
    hasMore: true,
    isNumber: (heading) => ![DEPOT, 'Cartage'].some((each) => comparedForm(each) === comparedForm(heading)),
  },
  plan: async (tx, table) => {
    const rows = cellsOf(table).map(await judgeOf(tx))
    const changed = rows.flatMap(({ save }) => save ?? [])
    return {
      columns: COLUMNS,
      forms: COLUMNS.map(() => NO_FORM),
      rows: rows.map(({ save: _, ...row }) => row),
      apply: (actor) => saveCells(tx, { cells: changed, whole: false }, actor),
    }
  },
}
