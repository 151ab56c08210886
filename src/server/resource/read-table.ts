import type { ImportMapping, ImportReport } from '#contract/lib/import.ts'
import type { ColumnForm, DecimalSign, FileReading, ImportOptions } from '#contract/lib/import-options.ts'
import { noSuch } from '#contract/lib/messages.ts'
import { comparedForm, isVisible } from '#contract/lib/text.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { SheetChoice, SheetHead, SheetRow, SheetRows } from '#server/sheets/sheet.ts'
import { lostDigits, shownText, unreadableReason } from '#server/sheets/unreadable.ts'
import {
  type NumberColumn,
  noNumbers,
  numberColumn,
  numbersOfFile,
  readColumnNumber,
  showNumber,
  signOf,
} from './column-numbers.ts'
import { findTable } from './find-table.ts'
import { type ChoiceKind, keepAll } from './import-choices.ts'
import { mappedFields } from './mapped-fields.ts'
import { encodingGuess, type FoundTable, optionsRead, stillAsLastTime } from './options.ts'

/** The files of a table that is imported. */
export interface FileForm {
  kind: ChoiceKind
  /** The heading of each field that an option may name. */
  headings: Readonly<Record<string, string>>
  /** The field that a heading of the trade probably means; null for none. */
  inTrade: (heading: string) => string | null
  /** True if other columns have a meaning too: those of a grid, or the code beside a name. */
  hasMore?: boolean
  /** Whether a column with this heading has numbers. */
  isNumber: (heading: string) => boolean
}

/** A row of a file, as it is and as it is read. */
export interface TableRow {
  line: number
  cells: readonly string[]
  /** The same cells with numbers as a form would send them: '1250.5'. */
  read: readonly string[]
  /** Why cells cannot be read, by their columns. */
  problems: ReadonlyMap<number, string>
}

/** The table in a file, and how it was read. */
export interface FileTable {
  headings: readonly string[]
  rows: readonly TableRow[]
  forms: readonly ColumnForm[]
  reading: FileReading
  /** Columns whose field was chosen or guessed, and those that are left out. */
  named: ImportReport['headings']
}

const ONLY_ORDERS = 'This counts for imports of clients and orders only'

/** Throws 400 at options that these files cannot have. */
function checkOptions({ headings }: FileForm, { historic, update, fixed, values }: ImportOptions): void {
  const errors: Record<string, string> = {}
  for (const [name, value] of Object.entries({ historic, update })) if (value) errors[`options.${name}`] = ONLY_ORDERS
  for (const [name, fields] of Object.entries({ fixed, values }))
    for (const field of Object.keys(fields ?? {}))
      if (!Object.hasOwn(headings, field)) errors[`options.${name}.${field}`] = noSuch('field')
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Rows with the fixed value of each field that no column has, and with the values that cells stand for. */
function filledRows(
  headings: readonly string[],
  rows: readonly SheetRow[],
  { headings: known }: FileForm,
  { fixed = {}, values = {} }: ImportOptions,
): { headings: string[]; rows: SheetRow[] } {
  const columnOf = (field: string) =>
    headings.findIndex((heading) => comparedForm(heading) === comparedForm(known[field] ?? ''))
  const missing = Object.entries(fixed).filter(([field]) => columnOf(field) < 0)
  const replaced = Object.entries(values).flatMap(([field, texts]) => {
    const column = columnOf(field)
    return column < 0
      ? []
      : [{ column, texts: new Map(Object.entries(texts).map(([from, to]) => [comparedForm(from), to])) }]
  })
  return {
    headings: [...headings, ...missing.map(([field]) => known[field] ?? field)],
    rows: rows.map((row) => {
      const cells = headings.map((_, column) => row.cells[column] ?? '')
      const figures = { ...row.figures }
      for (const { column, texts } of replaced) {
        const text = texts.get(comparedForm(cells[column] ?? ''))
        if (text === undefined) continue
        cells[column] = text
        delete figures[column]
      }
      return { ...row, figures, cells: [...cells, ...missing.map(([, text]) => text)] }
    }),
  }
}

/** The decimal sign of each column, null for one without numbers; and of the file. */
function numberColumns(
  { headings, rows }: { headings: readonly string[]; rows: readonly SheetRow[] },
  { headings: known, isNumber }: FileForm,
  { decimalSign }: ImportOptions,
  { found, asLastTime }: { found: FoundTable; asLastTime: readonly string[] },
): { columns: (NumberColumn | null)[]; decimalSign: DecimalSign | null } {
  const isOurs = Object.values(known).every((heading) =>
    headings.some((each) => comparedForm(each) === comparedForm(heading)),
  )
  const shown = headings.map((heading, column) => {
    if (!isNumber(heading)) return null
    const numbersShown = noNumbers()
    for (const { cells, numbers, figures } of rows)
      if (!numbers?.includes(column) && figures?.[column] === undefined) showNumber(numbersShown, cells[column] ?? '')
    return numbersShown
  })
  const all = shown.filter((each) => each !== null)
  const file = numbersOfFile({
    option: decimalSign,
    asLastTime: asLastTime.includes('decimalSign'),
    isOurs,
    found,
    shown: all,
  })
  const columns = shown.map((each) => each && numberColumn(each, file))
  const read = columns.filter((each) => each !== null)
  return { columns, decimalSign: signOf(read, file) }
}

function readRow({ line, cells, numbers, figures }: SheetRow, columns: readonly (NumberColumn | null)[]): TableRow {
  const problems = new Map<number, string>()
  const read = cells.map((cell, column) => {
    const unreadable = unreadableReason(cell)
    if (unreadable) problems.set(column, unreadable)
    const number = columns[column]
    if (!isVisible(cell)) return ''
    const shownAsCode = figures?.[column]
    if (!unreadable && !number) {
      const lost = lostDigits(cell, shownAsCode ?? (numbers?.includes(column) ? cell : null))
      if (lost) problems.set(column, lost)
    }
    if (unreadable || !number || numbers?.includes(column)) return cell
    if (shownAsCode !== undefined) return shownAsCode
    const found = readColumnNumber(cell, number)
    if ('number' in found) return found.number
    problems.set(column, found.problem)
    return cell
  })
  const shown = cells.map((cell, column) => (columns[column] && figures?.[column]) ?? shownText(cell))
  return { line, cells: shown, read, problems }
}

const fieldWith = (labels: FileForm['headings'], heading: string) =>
  Object.keys(labels).find((field) => comparedForm(labels[field] ?? '') === comparedForm(heading)) ?? null

/**
 * The headings of a file as its form has them: a chosen or guessed column gets the heading of its field, one that is
 * left out gets none. Throws 400 at `mapping`.
 */
function readHeadings(
  { headings: labels, inTrade, hasMore = false }: FileForm,
  cells: readonly string[],
  mapping: ImportMapping,
): { headings: string[]; named: ImportReport['headings'] } {
  const byLabel = (heading: string) => fieldWith(labels, heading)
  const fields = mappedFields({ labels, byLabel, inTrade }, cells, mapping)
  const isChosen = (heading: string) => Object.hasOwn(mapping, heading)
  return {
    headings: cells.map((heading, at) => {
      const field = fields[at]?.field ?? null
      if (field !== null) return labels[field] ?? heading
      return isChosen(heading) || byLabel(heading) !== null ? '' : heading
    }),
    named: cells.flatMap((heading, at) => {
      const { field, guessed } = fields[at] ?? { field: null, guessed: false }
      const isLeftOut = field === null && !hasMore && isVisible(heading)
      return guessed || isChosen(heading) || isLeftOut ? [{ heading, field, guessed }] : []
    }),
  }
}

interface Given {
  options: ImportOptions
  /** The fields of columns, as somebody chose them now. */
  mapping: ImportMapping
  /** Whether the choices for an earlier file count. */
  remembers: boolean
  /** Whether these choices are kept for the next file with these headings. */
  keeps: boolean
}

/** The ways to read a file: a sheet as a whole, and the tops of all of them. */
interface Reads {
  read: (choice: SheetChoice) => Promise<SheetRows>
  heads: (rows: number) => Promise<readonly SheetHead[]>
}

/** Reads the table of a file. Throws 400 at `options`. */
export async function readTable(
  db: Db,
  form: FileForm,
  { options: given, mapping: chosen, remembers, keeps }: Given,
  { read, heads }: Reads,
): Promise<FileTable> {
  checkOptions(form, given)
  const fieldOf = (cell: string) => fieldWith(form.headings, cell) ?? form.inTrade(cell)
  const asked = { kind: form.kind, mapping: chosen, options: given, fieldOf, asLastTime: remembers, readOn: null }
  const found = await findTable(db, asked, {
    heads,
    open: async (choice) => {
      const sheet = await read(choice)
      return { found: sheet.found, head: sheet.rows }
    },
  })
  const { options } = found
  const isThere = ([heading]: [string, unknown]) => found.headings.cells.includes(heading)
  const mapping = { ...Object.fromEntries(Object.entries(found.lastMapping).filter(isThere)), ...chosen }
  const { headings: cells, named } = readHeadings(form, found.headings.cells, mapping)
  // A place without any known heading is a mistake: the next file must not begin with it.
  const isTable = cells.some((heading) => fieldWith(form.headings, heading) !== null)
  if (keeps && isTable && Object.keys(given).length + Object.keys(chosen).length > 0)
    await keepAll(db, form.kind, found.keys, { mapping, options })
  const asLastTime = Object.keys(options).filter((name) => !Object.hasOwn(given, name))
  const below = found.opened.head.filter(({ line }) => line > found.headings.line)
  const { headings, rows } = filledRows(cells, below, form, options)
  const { columns, decimalSign } = numberColumns({ headings, rows }, form, options, { found: found.found, asLastTime })
  const forms = columns.map(
    (column): ColumnForm => ({
      dateForm: null,
      decimalSign: column?.sign ?? null,
      ambiguous: column?.ambiguous ?? null,
    }),
  )
  return {
    headings,
    rows: rows.map((row) => readRow(row, columns)),
    forms,
    named,
    reading: {
      options: optionsRead(options, found.found, { dateForm: options.dateForm ?? null, decimalSign }),
      sheets: [...found.found.sheets],
      ...encodingGuess(options, found.found),
      asLastTime: stillAsLastTime(asLastTime, options, { dateForm: options.dateForm ?? null, decimalSign }),
    },
  }
}
