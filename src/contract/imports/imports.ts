import { z } from 'zod'
import { run } from '#contract/runs/runs.ts'
import { IMPORT_KINDS } from './import-fields.ts'

/** The most of one file. Rows are without the headings, bytes are those of the file. */
export const MOST_IMPORTED = {
  rows: 100_000,
  columns: 200,
  cells: 10_000_000,
  /** Characters of one cell. */
  text: 10_000,
  bytes: 64 * 1024 * 1024,
}
/** Hours after its last row in which an import can be undone. */
export const UNDO_HOURS = 24
/** Days after the check in which a file stays that was not imported; one that was stays for as long after its last row. */
export const KEPT_DAYS = 3
/** The problems in the answer of a check; all of them are read page by page. */
export const SHOWN_PROBLEMS = 1_000
/** The rows that a mapping is shown with. */
export const SAMPLE_ROWS = 3

/** What a column of the file becomes: the field, or null to leave it out. By heading; others are guessed. */
export const importMapping = z.record(z.string(), z.string().nullable())
export type ImportMapping = z.infer<typeof importMapping>
/** The body of POST import/{id}/check. */
export const remapInput = z.object({ mapping: importMapping })

/** Why a row cannot be imported. `row` is its line in the file, or its row in the sheet. */
export const importProblem = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type ImportProblem = z.infer<typeof importProblem>

/** A file as it was checked: nothing is imported before it is applied. */
export const fileImport = z.object({
  id: z.int(),
  kind: z.literal(IMPORT_KINDS),
  fileName: z.string(),
  rows: z.int(),
  /** Rows without a problem: those that would be imported. */
  valid: z.int(),
  /** The first ones. */
  problems: z.array(importProblem),
  problemCount: z.int(),
  /** Headings of columns that are left out. */
  unknownColumns: z.array(z.string()),
  columns: z.array(z.object({ heading: z.string(), field: z.string().nullable(), samples: z.array(z.string()) })),
  /** False after a check that broke off: check it again. */
  checked: z.boolean(),
  createdAt: z.string(),
  /** The run that imports it; null before. */
  run: run.nullable(),
})
export type FileImport = z.infer<typeof fileImport>
