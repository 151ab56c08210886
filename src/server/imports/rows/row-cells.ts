import { isVisible, plainForm } from '#contract/lib/text.ts'
import { type NumberColumn, readColumnNumber } from '#server/resource/column-numbers.ts'
import { lostDigits, unreadableReason } from '#server/sheets/unreadable.ts'
import type { DateColumn } from './date-columns.ts'
import { type DateClock, type ReadDate, readDate, readDay } from './import-dates.ts'

/** How the cells of all rows are read: the forms of each column, and of fields without one. */
export interface CellForms extends DateClock {
  dates: readonly DateColumn[]
  numbers: readonly NumberColumn[]
  other: { dates: DateColumn; numbers: NumberColumn }
}

/** Cells of a row that are numbers in the workbook: columns whose text says it, and figures of codes by column. */
export interface StoredNumbers {
  numbers: readonly number[]
  figures: Readonly<Record<number, string>>
}

/** The cells of a row by the fields of their columns, and their problems. */
export class RowCells {
  readonly #at: ReadonlyMap<string, number>
  readonly #cells: readonly string[]
  readonly #forms: CellForms
  readonly #stored: StoredNumbers
  readonly #problems = new Map<string, string>()
  readonly #unknown: { field: string; text: string }[] = []

  constructor(
    at: ReadonlyMap<string, number>,
    cells: readonly string[],
    forms: CellForms,
    stored: StoredNumbers = { numbers: [], figures: {} },
  ) {
    this.#at = at
    this.#cells = cells
    this.#forms = forms
    this.#stored = stored
    for (const [field, index] of at) {
      const reason = unreadableReason(cells[index] ?? '')
      if (reason) this.refuse(field, reason)
    }
  }

  /** True if a column of the file is mapped to the field. */
  has(field: string): boolean {
    return this.#at.has(field)
  }

  /**
   * The text of a field; '' without a column, or in a cell that shows nothing. A number of a workbook that has lost
   * digits is a problem.
   */
  text(field: string): string {
    const text = this.#textOf(field)
    const index = this.#at.get(field) ?? -1
    const figures = this.#stored.figures[index] ?? (this.#stored.numbers.includes(index) ? text : null)
    const lost = lostDigits(text, figures)
    if (lost) this.refuse(field, lost)
    return text
  }

  #textOf(field: string): string {
    const text = this.#cells[this.#at.get(field) ?? -1] ?? ''
    return isVisible(text) ? text : ''
  }

  /** The plain form of a field that is a code, a mail address or a date. */
  plain(field: string): string {
    return plainForm(this.text(field))
  }

  /** Keeps the first problem of a field. */
  refuse(field: string, message: string): void {
    if (!this.#problems.has(field)) this.#problems.set(field, message)
  }

  /** Keeps the first problem of a field whose text is on no list: somebody may say what it means. */
  refuseValue(field: string, message: string, text = this.text(field)): void {
    if (!this.#problems.has(field)) this.#unknown.push({ field, text })
    this.refuse(field, message)
  }

  /** Texts that are on no list, by their fields. */
  get unknown(): readonly { field: string; text: string }[] {
    return this.#unknown
  }

  /** The date of a field; null if it is empty, or cannot be read. */
  date(field: string): Exclude<ReadDate, { problem: string }> | null {
    return this.readDate(field, this.text(field))
  }

  /** The day of a field, 00:00 UTC, as it was written; null if it is empty, or cannot be read. */
  day(field: string): Exclude<ReadDate, { problem: string }> | null {
    const text = this.text(field)
    return text === '' ? null : this.#taken(field, readDay(text, this.#datesOf(field)))
  }

  /** Whether a text can be read as a date of a field. */
  isDate(field: string, text: string): boolean {
    return text !== '' && !('problem' in this.#read(field, text))
  }

  /** A date that is part of a field. */
  readDate(field: string, text: string): Exclude<ReadDate, { problem: string }> | null {
    return text === '' ? null : this.#taken(field, this.#read(field, text))
  }

  #read(field: string, text: string): ReadDate {
    return readDate(text, { timeZone: this.#forms.timeZone, column: this.#datesOf(field) })
  }

  #datesOf(field: string): DateColumn {
    return this.#forms.dates[this.#at.get(field) ?? -1] ?? this.#forms.other.dates
  }

  /** The number of a field as a form would send it, '1250.5'; '' if it is empty, or cannot be read. */
  number(field: string): string {
    const index = this.#at.get(field) ?? -1
    const text = this.#textOf(field)
    const figures = this.#stored.figures[index]
    if (figures !== undefined) return figures
    if (this.#stored.numbers.includes(index)) return text
    const read = readColumnNumber(text, this.#forms.numbers[index] ?? this.#forms.other.numbers)
    if ('number' in read) return read.number
    this.refuse(field, read.problem)
    return ''
  }

  #taken(field: string, read: ReadDate): Exclude<ReadDate, { problem: string }> | null {
    if (!('problem' in read)) return read
    this.refuse(field, read.problem)
    return null
  }

  /** Problems by field. */
  get problems(): ReadonlyMap<string, string> {
    return this.#problems
  }
}
