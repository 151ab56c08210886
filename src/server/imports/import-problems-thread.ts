import { serveExport } from '#server/resource/exports/serve-export.ts'
import { problemSheet } from './read-import.ts'

await serveExport(problemSheet)
