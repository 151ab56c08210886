import { serveExport } from '#server/resource/exports/serve-export.ts'
import { runSheet } from './run-sheet.ts'

await serveExport(runSheet)
