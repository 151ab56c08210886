import { type Call, own } from '#contract/api/call.ts'

const ALL_ROWS = 'All rows of the list with these filters, this search and this order, as CSV or an Excel workbook.'

/** The calls that send a file while it is written. */
export const EXPORT_CALLS: Record<string, Call> = {
  'GET request/booking/export': own('exportOrders', 'Export the list of orders', ALL_ROWS),
  'POST request/booking/export': own(
    'exportNamedOrders',
    'Export these orders',
    'Those that exist, in the order of the list; for more ids than GET takes.',
  ),
  'GET admin/user/export': own('exportClients', 'Export the list of clients', ALL_ROWS),
  'GET admin/audit/export': own('exportAuditEntries', 'Download the audit trail'),
}
