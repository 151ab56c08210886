import { unreadableReason } from '#server/sheets/unreadable.ts'
import { type DateClock, type ReadDate, readDate } from './import-dates.ts'

/** The cells of a row by the fields of their columns, and their problems. */
export class RowCells {
  readonly #at: ReadonlyMap<string, number>
  readonly #cells: readonly string[]
  readonly #clock: DateClock & { dayFirst: readonly boolean[] }
  readonly #problems = new Map<string, string>()

  constructor(
    at: ReadonlyMap<string, number>,
    cells: readonly string[],
    clock: DateClock & { dayFirst: readonly boolean[] },
  ) {
    this.#at = at
    this.#cells = cells
    this.#clock = clock
    for (const [field, index] of at) {
      const reason = unreadableReason(cells[index] ?? '')
      if (reason) this.refuse(field, reason)
    }
  }

  /** True if a column of the file is mapped to the field. */
  has(field: string): boolean {
    return this.#at.has(field)
  }

  /** The text of a field; '' without a column, or in an empty cell. */
  text(field: string): string {
    return this.#cells[this.#at.get(field) ?? -1] ?? ''
  }

  /** Keeps the first problem of a field. */
  refuse(field: string, message: string): void {
    if (!this.#problems.has(field)) this.#problems.set(field, message)
  }

  /** The date of a field; null if it is empty, or cannot be read. */
  date(field: string): Exclude<ReadDate, { problem: string }> | null {
    return this.readDate(field, this.text(field))
  }

  /** Whether a text can be read as a date of a field. */
  isDate(field: string, text: string): boolean {
    return text !== '' && !('problem' in this.#read(field, text))
  }

  /** A date that is part of a field. */
  readDate(field: string, text: string): Exclude<ReadDate, { problem: string }> | null {
    if (text === '') return null
    const read = this.#read(field, text)
    if (!('problem' in read)) return read
    this.refuse(field, read.problem)
    return null
  }

  #read(field: string, text: string): ReadDate {
    const { dayFirst, timeZone } = this.#clock
    return readDate(text, { timeZone, dayFirst: dayFirst[this.#at.get(field) ?? -1] ?? false })
  }

  /** Problems by field. */
  get problems(): ReadonlyMap<string, string> {
    return this.#problems
  }
}
