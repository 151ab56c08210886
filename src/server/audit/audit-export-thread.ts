import { serveExport } from '#server/resource/exports/serve-export.ts'
import { auditSheet } from './audit-sheet.ts'

await serveExport(auditSheet)
