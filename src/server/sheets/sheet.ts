/** A table read from a file: headings, and rows with their line or row number. */
export interface Sheet {
  headings: string[]
  rows: { line: number; cells: string[] }[]
}

/** A file that cannot be read as a table, or a larger one than we read; the message is for people. */
export class UnreadableSheet extends Error {}

/** The most read of a file. Rows include headings; cells include empty ones up to the last one used in a row. */
const MOST = { rows: 50_001, columns: 1_000, cells: 250_000 }

/** Counts what a reader finds while it reads, so that it stops at the first row, column or cell too many. */
export class SheetSize {
  #rows = 0
  #cells = 0

  /** Throws UnreadableSheet. */
  addRow(): void {
    if (++this.#rows > MOST.rows) throw new UnreadableSheet(`No more than ${MOST.rows - 1} rows`)
  }

  /** Counts a cell at this column (from 0) and the empty ones before it. Throws UnreadableSheet. */
  addCells(column: number, more = 1): void {
    if (column >= MOST.columns) throw new UnreadableSheet(`No more than ${MOST.columns} columns`)
    this.#cells += more
    if (this.#cells > MOST.cells) throw new UnreadableSheet(`No more than ${MOST.cells} cells`)
  }
}
