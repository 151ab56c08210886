import { listSheet } from '#server/resource/exports/exported-list.ts'
import { serveExport } from '#server/resource/exports/serve-export.ts'
import { SAILING_LISTS } from './sailing-lists.ts'

await serveExport(listSheet(SAILING_LISTS))
