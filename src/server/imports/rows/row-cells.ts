import { type DateClock, type ReadDate, readDate, readDay } from './import-dates.ts'

/** A lost or impossible character: the file was saved in another encoding, or a program damaged it. */
const LOST = '\ufffd'
const LOST_TEXT = 'This text contains characters that were lost. Save the file as CSV UTF-8 or as a workbook'

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
    for (const [field, index] of at) if (cells[index]?.includes(LOST)) this.refuse(field, LOST_TEXT)
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

  /** The day of a field, 00:00 UTC, as it was written; null if it is empty, or cannot be read. */
  day(field: string): Exclude<ReadDate, { problem: string }> | null {
    const text = this.text(field)
    return text === '' ? null : this.#taken(field, readDay(text, this.#clockOf(field)))
  }

  /** A date that is part of a field. */
  readDate(field: string, text: string): Exclude<ReadDate, { problem: string }> | null {
    return text === '' ? null : this.#taken(field, readDate(text, this.#clockOf(field)))
  }

  #clockOf(field: string): DateClock & { dayFirst: boolean } {
    const { dayFirst, timeZone } = this.#clock
    return { timeZone, dayFirst: dayFirst[this.#at.get(field) ?? -1] ?? false }
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
