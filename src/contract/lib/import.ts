import { z } from 'zod'
import { columnForm, fileReading } from './import-options.ts'

/** Maximum bytes of an imported file. */
export const MAX_IMPORT_SIZE = 2 * 1024 * 1024
/** Outcomes of a row in an import. */
export const IMPORT_STATES = ['added', 'changed', 'unchanged', 'refused'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Fields by the heading of their column; null leaves a column out, an absent heading is guessed. */
export const importMapping = z.record(z.string(), z.string().nullable())
export type ImportMapping = z.infer<typeof importMapping>

/** A row of an imported file and its outcome. */
export const importRow = z.object({
  /** The line of the file, or row of the sheet. */
  line: z.int(),
  state: z.enum(IMPORT_STATES),
  cells: z.array(z.string()),
  /** Changes ('CBM: 68 → 70'), or reasons why the row is refused. */
  notes: z.array(z.string()),
})
export type ImportRow = z.infer<typeof importRow>

/** The outcome of an import, before or after it is applied. Unchanged rows are only counted. */
export const importReport = z.object({
  columns: z.array(z.string()),
  /** How each of the columns was read. */
  forms: z.array(columnForm),
  ...fileReading.shape,
  /** Columns of the file whose field was chosen or guessed, and those that are left out. */
  headings: z.array(
    z.object({
      heading: z.string().describe('As it stands in the file.'),
      field: z.string().nullable(),
      guessed: z.boolean(),
    }),
  ),
  /** The fields that a column can be mapped to. */
  fields: z.array(z.object({ field: z.string(), label: z.string() })),
  counts: z.record(z.enum(IMPORT_STATES), z.int()),
  rows: z.array(importRow),
  /** The name of this plan: applying it is refused if the records have changed since. */
  plan: z.string(),
})
export type ImportReport = z.infer<typeof importReport>

export const PLAN_CHANGED = 'The records have changed since the file was checked. This is what the import would do now.'
/** The toast after an import, with its counts of added and changed rows. */
export const importDone = ({ added, changed }: ImportReport['counts']) =>
  `The import was applied: ${added} added, ${changed} changed`
