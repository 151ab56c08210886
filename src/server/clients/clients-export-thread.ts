import { serveExport } from '#server/resource/exports/serve-export.ts'
import { clientsSheet } from './export-clients.ts'

await serveExport(clientsSheet)
