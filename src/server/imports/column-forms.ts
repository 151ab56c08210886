import { EXPORTED_FIELDS, IMPORT_FIELDS, type ImportKind } from '#contract/imports/import-fields.ts'
import type { ColumnForm, DateForm, ImportOptions, ReadOptions } from '#contract/lib/import-options.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_TIMES } from '#contract/orders/confirmation.ts'
import { ORDER_FIELDS } from '#contract/orders/field-table.ts'
import {
  type DateColumn,
  type DatesShown,
  dateColumn,
  datesOfFile,
  noDates,
  showDates,
  shownDates,
} from '#server/imports/rows/date-columns.ts'
import {
  type NumberColumn,
  type NumbersShown,
  noNumbers,
  numberColumn,
  numbersOfFile,
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

/** The form that all columns have, of those that have one; null if they differ, or one is undecided. */
function formOf(columns: readonly ColumnForm[]): DateForm | null {
  if (columns.some(({ dateForm, ambiguous }) => dateForm === null && ambiguous !== null)) return null
  const [first = null, ...more] = new Set(columns.map(({ dateForm }) => dateForm).filter((form) => form !== null))
  return more.length === 0 ? first : null
}

/** A file as it was read. */
interface ReadFile {
  headings: readonly string[]
  fields: readonly (string | null)[]
  shown: readonly ColumnShown[]
  found: Pick<ReadOptions, 'encoding' | 'separator'>
  /** Options that were chosen for an earlier file with these headings. */
  asLastTime: readonly string[]
}

const headingsOf = (kind: ImportKind) => EXPORTED_FIELDS[kind].map((field) => IMPORT_FIELDS[kind][field] ?? field)

/** The forms of all columns, by what was chosen and what their cells show. */
export function columnForms(kind: ImportKind, file: ReadFile, { dateForm, decimalSign }: ImportOptions): ColumnForms {
  const isOurs = headingsOf(kind).every((heading) => file.headings.includes(heading))
  const all = file.headings.map((_, index) => file.shown[index] ?? nothingShown())
  const among = (fields: ReadonlySet<string>) => all.filter((_, index) => fields.has(file.fields[index] ?? ''))
  const isLast = (name: string) => file.asLastTime.includes(name)
  const fileDates = datesOfFile(
    { option: dateForm, asLastTime: isLast('dateForm') },
    among(DATES).map((one) => one.dates),
  )
  const numbersShown = among(NUMBERS).map((one) => one.numbers)
  const fileNumbers = numbersOfFile({
    option: decimalSign,
    asLastTime: isLast('decimalSign'),
    isOurs,
    found: file.found,
    shown: numbersShown,
  })
  const datesOf = ({ dates }: ColumnShown) => dateColumn(dates, fileDates)
  const numbersOf = ({ numbers }: ColumnShown) => numberColumn(numbers, fileNumbers)
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
      dateForm:
        fileDates.chosen ??
        fileDates.remembered ??
        formOf(shown.filter((_, index) => DATES.has(file.fields[index] ?? ''))),
      decimalSign: signOf(
        numbers.filter((_, index) => NUMBERS.has(file.fields[index] ?? '')),
        fileNumbers,
      ),
    },
  }
}
