import { z } from 'zod'
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
/** Rows that are shown beside a mapping. */
export const SAMPLE_ROWS = 3

/** Fields by the heading of their column; null leaves a column out, an absent heading is guessed. */
export const importMapping = z.record(z.string(), z.string().nullable())
export type ImportMapping = z.infer<typeof importMapping>
/**
 * The body of POST import/{id}/check. Without a mapping, or an option, what was chosen before stays; a mapping
 * replaces the former one.
 */
export const remapInput = z.object({ mapping: importMapping.optional(), options: importOptions.optional() })
export type RemapInput = z.infer<typeof remapInput>

/** A reason why a row cannot be imported. `row` is its line in the file, or its row in the sheet. */
export const importProblem = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type ImportProblem = z.infer<typeof importProblem>

/** A checked file: nothing is imported before it is applied. */
export const fileImport = z.object({
  id: z.int(),
  kind: z.literal(IMPORT_KINDS),
  fileName: z.string(),
  rows: z.int(),
  /** Rows without a problem, which would be imported. */
  valid: z.int(),
  /** The first problems; `problemCount` counts all. */
  problems: z.array(importProblem),
  problemCount: z.int(),
  /** Headings of columns that are left out. */
  unknownColumns: z.array(z.string()),
  columns: z.array(
    z.object({
      heading: z.string(),
      field: z.string().nullable(),
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
