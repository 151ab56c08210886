import { wholeOrdersSheet } from '#server/orders/list/export-all-fields.ts'
import { type OrdersExport, ordersSheet } from '#server/orders/list/export-orders.ts'
import { serveExport } from '#server/resource/exports/serve-export.ts'

await serveExport<OrdersExport>((db, asked) => (asked.whole ? wholeOrdersSheet : ordersSheet)(db, asked))
