import { listSheet } from '#server/resource/exports/exported-list.ts'
import { serveExport } from '#server/resource/exports/serve-export.ts'
import { ARRIVAL_LISTS } from './arrival-lists.ts'

await serveExport(listSheet(ARRIVAL_LISTS))
