/** A row of a table with its line in the file, or its number in the sheet, from 1. */
export interface SheetRow {
  line: number
  cells: string[]
}

/** A table read from a file: headings, and rows with their line or row number. */
export interface Sheet {
  headings: string[]
  rows: SheetRow[]
}

/** A file that cannot be read as a table, or a larger one than we read; the message is for people. */
export class UnreadableSheet extends Error {}

/**
 * The most that is read of a file. Rows include headings; cells include empty ones up to the last one used in
 * a row.
 */
export interface SheetLimits {
  rows: number
  columns: number
  cells: number
}
const MOST: SheetLimits = { rows: 50_001, columns: 1_000, cells: 250_000 }

/**
 * Counts rows and cells while a file is read, so that reading stops at the first row, column or cell too
 * many.
 */
export class SheetSize {
  readonly #most: SheetLimits
  #rows = 0
  #cells = 0

  constructor(most: SheetLimits = MOST) {
    this.#most = most
  }

  /** Counts a row. Throws UnreadableSheet. */
  addRow(): void {
    if (++this.#rows > this.#most.rows) throw new UnreadableSheet(`No more than ${this.#most.rows - 1} rows`)
  }

  /** Counts a cell at this column (from 0) and the empty ones before it. Throws UnreadableSheet. */
  addCells(column: number, more = 1): void {
    if (column >= this.#most.columns) throw new UnreadableSheet(`No more than ${this.#most.columns} columns`)
    this.#cells += more
    if (this.#cells > this.#most.cells) throw new UnreadableSheet(`No more than ${this.#most.cells} cells`)
  }
}
