import { CLIENT_LABELS } from '#contract/clients/clients.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { CONFIRMATION_LABELS } from '#contract/orders/confirmation.ts'
import { FULL_ORDER_LABELS } from '#contract/orders/order-fields.ts'

/** Kinds of record that can be imported from a file. */
export const IMPORT_KINDS = ['clients', 'orders'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
export const IMPORT_KIND_LABELS: Readonly<Record<ImportKind, string>> = { clients: 'Clients', orders: 'Orders' }

/** Booking clauses are rich text, which no cell of a table holds. */
const { bookingClauses: _, ...confirmation } = CONFIRMATION_LABELS

/** Fields that a column can be mapped to, in the order of an export, whose headings are their labels. */
export const IMPORT_FIELDS: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  clients: CLIENT_LABELS,
  orders: {
    trackingCode: 'Tracking Code',
    clientEmail: 'Client email',
    created: 'Date',
    ...FULL_ORDER_LABELS,
    originDepot: 'Origin depot',
    event: 'Event',
    eventDate: 'Event date',
    events: 'Events',
    inCharge: 'In charge',
    ...confirmation,
  },
}

/**
 * Fields of the files that we export with all fields, in their order. All events are in one column, so the last
 * one needs none of its own.
 */
export const EXPORTED_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  clients: keysOf(IMPORT_FIELDS.clients),
  orders: keysOf(IMPORT_FIELDS.orders).filter((field) => field !== 'event' && field !== 'eventDate'),
}

/** Fields without which no row can be imported, whatever the client's account has. */
export const NEEDED_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  clients: ['username', 'companyName', 'email', 'phone', 'companyAddress'],
  orders: ['clientEmail'],
}

/** The field that names a record that exists. */
export const KEY_FIELDS: Readonly<Record<ImportKind, string>> = { clients: 'email', orders: 'trackingCode' }
