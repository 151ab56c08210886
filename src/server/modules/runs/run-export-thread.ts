import { serveExport } from '#server/resource/exports/serve-export.ts'
import { runSheet } from '#server/runs/run-sheet.ts'

await serveExport(runSheet)
