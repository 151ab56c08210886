import { z } from 'zod'
import { importMapping } from '#contract/lib/import.ts'
import { columnForm, fileReading, importOptions } from '#contract/lib/import-options.ts'
import { run } from '#contract/runs/runs.ts'
import { IMPORT_KINDS } from './import-fields.ts'

/** Limits of one file: rows without the headings, bytes of the file. */
export const MOST_IMPORTED = {
  rows: 100_000,
  columns: 200,
  cells: 10_000_000,
  /** Characters of one cell. */
  text: 10_000,
  bytes: 64 * 1024 * 1024,
}
/** Hours after the last row in which an import can be undone. */
export const UNDO_HOURS = 24
/** Days for which a file is kept: after its check, or once imported after its last row. */
export const KEPT_DAYS = 3
/** Problems in the answer of a check; all of them are read page by page. */
export const SHOWN_PROBLEMS = 1_000
/** Changed values in the answer of a check. */
export const SHOWN_CHANGES = 1_000
/** Rows that are shown beside a mapping. */
export const SAMPLE_ROWS = 3

/** A part of a body that null leaves out. */
const orAbsent = <T extends z.ZodType>(part: T) =>
  part
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

/**
 * The body of POST import/{id}/check. Without a mapping, or an option, what was chosen before stays; a mapping
 * replaces the former one.
 */
export const remapInput = z.strictObject({ mapping: orAbsent(importMapping), options: orAbsent(importOptions) })
export type RemapInput = z.infer<typeof remapInput>

/** A reason why a row cannot be imported. `row` is its line in the file, or its row in the sheet. */
export const importProblem = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type ImportProblem = z.infer<typeof importProblem>

/** A value of a client or an order that exists, which an import changes: texts like those of an export. */
export const importChange = z.object({ row: z.int(), column: z.string(), from: z.string(), to: z.string() })
export type ImportChange = z.infer<typeof importChange>

/** A text that is on no list of its field, and how many rows have it. */
export const unknownText = z.object({ field: z.string(), column: z.string(), text: z.string(), rows: z.int() })
export type UnknownText = z.infer<typeof unknownText>

/** A checked file: nothing is imported before it is applied. */
export const fileImport = z.object({
  id: z.int(),
  kind: z.literal(IMPORT_KINDS),
  fileName: z.string(),
  rows: z.int(),
  /** Rows without a problem, which would be imported. */
  valid: z.int(),
  /** Of the valid rows, those that change a record that exists, and those whose record is as they say. */
  updates: z.int(),
  unchanged: z.int(),
  /** The first changed values; `changeCount` counts all. */
  changes: z.array(importChange),
  changeCount: z.int(),
  /** The first problems; `problemCount` counts all. */
  problems: z.array(importProblem),
  problemCount: z.int(),
  /** Cells that are on no list, for `values` to say what they mean. */
  unknownTexts: z.array(unknownText),
  /** Headings of columns that are left out. */
  unknownColumns: z.array(z.string()),
  columns: z.array(
    z.object({
      heading: z.string(),
      field: z.string().nullable(),
      /** True for a field that nobody chose and that the heading only probably means: 'Gewicht'. */
      guessed: z.boolean(),
      samples: z.array(z.string()),
      ...columnForm.shape,
    }),
  ),
  ...fileReading.shape,
  /** False if the check broke off and must be repeated. */
  checked: z.boolean(),
  createdAt: z.string(),
  /** The run that imports it; null before it is applied. */
  run: run.nullable(),
})
export type FileImport = z.infer<typeof fileImport>
