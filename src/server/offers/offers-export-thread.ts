import { listSheet } from '#server/resource/exports/exported-list.ts'
import { serveExport } from '#server/resource/exports/serve-export.ts'
import { OFFER_LISTS } from './offer-lists.ts'

await serveExport(listSheet(OFFER_LISTS))
