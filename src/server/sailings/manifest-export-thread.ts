import { serveExport } from '#server/resource/exports/serve-export.ts'
import { manifestSheet } from './manifest.ts'

await serveExport(manifestSheet)
