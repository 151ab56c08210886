import { ordersSheet } from '#server/orders/list/export-orders.ts'
import { serveExport } from '#server/resource/exports/serve-export.ts'

await serveExport(ordersSheet)
