import { listSheet } from '#server/resource/exports/exported-list.ts'
import { serveExport } from '#server/resource/exports/serve-export.ts'
import { RATE_SET_LISTS } from './rate-set-lists.ts'

await serveExport(listSheet(RATE_SET_LISTS))
