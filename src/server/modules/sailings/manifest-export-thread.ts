import { serveExport } from '#server/resource/exports/serve-export.ts'
import { manifestSheet } from '#server/sailings/manifest.ts'

await serveExport(manifestSheet)
