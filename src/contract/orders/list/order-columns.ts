import type { ColumnName } from '#contract/accounts/session.ts'

/** Column labels of the orders list and its settings. */
export const COLUMN_TITLES: Record<ColumnName, string> = {
  id: 'ID',
  date: 'Date',
  user: 'User',
  company: 'Company',
  trackingCode: 'Tracking Code',
  event: 'Event',
  origin: 'Origin',
  destination: 'Destination',
  volume: 'Volume',
  status: 'Status',
  lastUpdate: 'Last update',
  inCharge: 'In charge',
}
