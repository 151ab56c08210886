/** A table whose rows come in batches. */
export interface SheetBatches {
  headings: readonly string[]
  batches: AsyncIterable<SheetTable['rows']> | Iterable<SheetTable['rows']>
}

/** The value of a cell. */
export type SheetCell = string | number

/** A table for a file: numbers stay numbers, texts are neutralised on writing. */
export interface SheetTable {
  headings: readonly string[]
  rows: readonly (readonly SheetCell[])[]
}
