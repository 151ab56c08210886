import type { z } from 'zod'
import { fileImport, importProblem, remapInput } from '#contract/imports/imports.ts'
import { importReport } from '#contract/lib/import.ts'
import { importOptions } from '#contract/lib/import-options.ts'

/** Schemas of imports by their names in the API document. */
export const IMPORT_SCHEMAS: Record<string, z.ZodType> = {
  ImportReport: importReport,
  FileImport: fileImport,
  ImportProblem: importProblem,
  ImportOptions: importOptions,
  RemapInput: remapInput,
}
