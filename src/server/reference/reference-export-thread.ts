import { listSheet } from '#server/resource/exports/exported-list.ts'
import { serveExport } from '#server/resource/exports/serve-export.ts'
import { REFERENCE_LISTS } from './reference-lists.ts'

await serveExport(listSheet(REFERENCE_LISTS))
