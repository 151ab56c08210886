import type { Separator, TextEncodingName } from '#contract/lib/import-options.ts'

/** How a file is to be read. What is null or absent is found by the file itself. */
export interface SheetChoice {
  /** The name of a sheet of a workbook. */
  sheet?: string | null | undefined
  /** The encoding of a CSV file. */
  encoding?: TextEncodingName | null | undefined
  /** True if that encoding was chosen for an earlier file, which makes it a guess for this one. */
  encodingIsGuess?: boolean
  /** The sign between the cells of a CSV file. */
  separator?: Separator | null | undefined
}
/** What of it people choose. */
export type ChosenOfSheet = Exclude<keyof SheetChoice, 'encodingIsGuess'>

/** How a file was read, as chosen or as found. Null does not apply: to a workbook, or to a CSV file. */
export interface SheetFound {
  sheet: string | null
  /** The sheets that people see, in their order; none for CSV. */
  sheets: readonly string[]
  encoding: TextEncodingName | null
  /** A text beyond ASCII of a CSV file whose encoding is a guess; null where it is sure or chosen. */
  guessedBy: string | null
  separator: Separator | null
}

/** A row of a table with its line in the file, or its number in the sheet, from 1. */
export interface SheetRow {
  line: number
  /**
   * Texts up to the last cell that is filled in. One that cannot be read begins with `UNREADABLE`, or with
   * `WRONG_KIND`, followed by what the file shows.
   */
  cells: string[]
  /**
   * Columns, from 0, whose cell a workbook stores as a number: its text has a dot before the decimals, whatever
   * other cells of the column have. Absent for CSV.
   */
  numbers?: readonly number[]
  /**
   * Numbers, by column from 0, of cells that a workbook shows as a code: '77' for the text 'PO77'. A column of
   * numbers takes them. Absent where there are none.
   */
  figures?: Readonly<Record<number, string>>
}

/** A file that was read: its filled rows, titles and headings included. */
export interface SheetRows {
  found: SheetFound
  rows: SheetRow[]
}

/** The top of a sheet of a workbook: its first filled rows. */
export interface SheetHead {
  sheet: string
  head: readonly SheetRow[]
}

/** A table of a file: headings, and the rows below them. */
export interface Sheet {
  headings: string[]
  rows: SheetRow[]
}

/** The table of a file whose first filled row has the headings. */
export function tableOf({ rows: [head, ...rows] }: SheetRows): Sheet {
  return { headings: head?.cells ?? [], rows }
}

/** A file that cannot be read as a table, or a larger one than we read; the message is for people. */
export class UnreadableSheet extends Error {
  /** The choice with which it cannot be read; null for the file itself. */
  readonly choice: ChosenOfSheet | null

  constructor(message: string, choice: ChosenOfSheet | null = null) {
    super(message)
    this.choice = choice
  }
}

/** The field of a call at which an unreadable file is refused: its own, or that of the choice. */
export const fieldOf = (choice: ChosenOfSheet | null): string => (choice ? `options.${choice}` : 'file')

/**
 * The most that is read of a file. Rows include titles and headings; cells include empty ones up to the last
 * one that is filled in.
 */
export interface SheetLimits {
  rows: number
  columns: number
  cells: number
  /** Cells that are empty and come after the last filled one, or are only formatted. */
  empty: number
  /** Bytes of a workbook's sheet, unpacked. */
  bytes: number
}
const MB = 1024 * 1024
/** Limits of a file that is held as a whole. */
export const MOST: SheetLimits = { rows: 50_001, columns: 1_000, cells: 250_000, empty: 500_000, bytes: 32 * MB }

/**
 * Counts rows and cells while a file is read, so that reading stops at the first row, column or cell too
 * many.
 */
export class SheetSize {
  readonly #most: SheetLimits
  #rows = 0
  #cells = 0
  #empty = 0

  constructor(most: SheetLimits) {
    this.#most = most
  }

  /** Counts a row that has a filled cell. Throws UnreadableSheet. */
  addRow(): void {
    if (++this.#rows > this.#most.rows) throw new UnreadableSheet(`No more than ${this.#most.rows - 1} rows`)
  }

  /** Counts a filled cell at this column (from 0) and the empty ones before it. Throws UnreadableSheet. */
  addCells(column: number, more: number): void {
    if (column >= this.#most.columns) throw new UnreadableSheet(`No more than ${this.#most.columns} columns`)
    this.#cells += more
    if (this.#cells > this.#most.cells) throw new UnreadableSheet(`No more than ${this.#most.cells} cells`)
  }

  /** Counts a cell, or a line, with nothing in it: each takes time. Throws UnreadableSheet. */
  addEmpty(): void {
    if (++this.#empty > this.#most.empty) throw new UnreadableSheet(`No more than ${this.#most.empty} empty cells`)
  }
}
