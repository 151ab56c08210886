import { problemSheet } from './read-import.ts'
import { serveExport } from '#server/resource/exports/serve-export.ts'

await serveExport(problemSheet)
