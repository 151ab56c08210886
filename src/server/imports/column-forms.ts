import { EXPORTED_FIELDS, IMPORT_FIELDS, type ImportKind } from '#contract/imports/import-fields.ts'
import type { ColumnForm, ImportOptions, ReadOptions } from '#contract/lib/import-options.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_TIMES } from '#contract/orders/confirmation.ts'
import { ORDER_FIELDS } from '#contract/orders/field-table.ts'
import {
  type DateColumn,
  type DatesShown,
  dateColumn,
  noDates,
  showDates,
  shownDates,
} from '#server/imports/rows/date-columns.ts'
import {
  type NumberColumn,
  type NumbersShown,
  noNumbers,
  numberColumn,
  showNumber,
  signOf,
} from '#server/resource/column-numbers.ts'
import type { SheetRow } from '#server/sheets/sheet.ts'

const DATES: ReadonlySet<string> = new Set([
  ...['created', 'eventDate', 'events'],
  ...CONFIRMATION_TIMES,
  ...CONFIRMATION_DAYS,
])
/** Fields whose cells are read as numbers. */
export const NUMBERS: ReadonlySet<string> = new Set(
  keysOf(ORDER_FIELDS).filter((field) => ['quantity', 'money'].includes(ORDER_FIELDS[field].kind)),
)

/** What the cells of a column show. */
export interface ColumnShown {
  dates: DatesShown
  numbers: NumbersShown
}
export const nothingShown = (): ColumnShown => ({ dates: noDates(), numbers: noNumbers() })

/** Adds what a row shows of its columns. Cells that a workbook has as numbers say nothing of the sign. */
export function showRow(shown: ColumnShown[], { cells, numbers, figures }: Omit<SheetRow, 'line'>) {
  for (const [column, cell] of cells.entries()) {
    if (cell === '' || !/\p{Nd}/u.test(cell)) continue
    const one = shown[column]
    if (!one) continue
    showDates(one.dates, cell)
    if (!numbers?.includes(column) && figures?.[column] === undefined) showNumber(one.numbers, cell)
  }
}

/** How the columns of a file are read, and how that is shown. */
export interface ColumnForms {
  dates: DateColumn[]
  numbers: NumberColumn[]
  /** A field without a column, such as one with a fixed value. */
  other: { dates: DateColumn; numbers: NumberColumn }
  shown: ColumnForm[]
  found: Pick<ReadOptions, 'dateForm' | 'decimalSign'>
}

/** The value that all of these have, of those that have one; null if they differ. */
function only<T>(values: readonly (T | null)[]): T | null {
  const [first = null, ...more] = new Set(values.filter((value) => value !== null))
  return more.length === 0 ? first : null
}

const headingsOf = (kind: ImportKind) => EXPORTED_FIELDS[kind].map((field) => IMPORT_FIELDS[kind][field] ?? field)

/** The forms of all columns, by what was chosen and what their cells show. */
export function columnForms(
  kind: ImportKind,
  file: { headings: readonly string[]; fields: readonly (string | null)[]; shown: readonly ColumnShown[] },
  { dateForm, decimalSign }: ImportOptions,
): ColumnForms {
  const isOurs = headingsOf(kind).every((heading) => file.headings.includes(heading))
  const sign = { chosen: decimalSign ?? undefined, usual: isOurs ? ('.' as const) : null }
  const datesOf = ({ dates }: ColumnShown) => dateColumn(dates, dateForm ?? undefined)
  const numbersOf = ({ numbers }: ColumnShown) => numberColumn(numbers, sign)
  const all = file.headings.map((_, index) => file.shown[index] ?? nothingShown())
  const dates = all.map(datesOf)
  const numbers = all.map(numbersOf)
  const shown = all.map((one, index): ColumnForm => {
    const field = file.fields[index] ?? ''
    const [date, number] = [dates[index], numbers[index]]
    if (DATES.has(field) && date) return { ...shownDates(one.dates, date), decimalSign: null }
    if (NUMBERS.has(field) && number) return { dateForm: null, decimalSign: number.sign, ambiguous: number.ambiguous }
    return { dateForm: null, decimalSign: null, ambiguous: null }
  })
  return {
    dates,
    numbers,
    other: { dates: datesOf(nothingShown()), numbers: numbersOf(nothingShown()) },
    shown,
    found: {
      dateForm: only(shown.map((form) => form.dateForm)),
      decimalSign: signOf(
        shown.map((form) => form.decimalSign),
        sign.usual,
      ),
    },
  }
}
