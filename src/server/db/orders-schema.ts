import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Time } from './schema.ts'

type TimeOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type TimeByDefault = ColumnType<string, string | Date | undefined, string | Date>
type Json<T> = ColumnType<T, string, string>
type Text = ColumnType<string, string | undefined, string>

/** Volume in CBM, weight in kg, money in USD. */
export interface OrdersTable {
  id: Generated<number>
  hashSum: string
  customCode: string
  trackingCode: ColumnType<string, never, never>
  userId: number
  username: string
  yourName: string
  email: string
  phone: Text
  companyName: Text
  companyAddress: Text
  additionalInfo: Text
  companyNameShipper: Text
  companyAddressShipper: Text
  namePersonCharge: Text
  emailShipper: Text
  phoneShipper: Text
  additionalInformationShipper: Text
  amazonRefId: Text
  shipmentId: Text
  merchantName: Text
  transportationMode: 0 | 1
  shipmentTradeTerms: 0 | 1 | 2 | 3
  shipmentOriginPort: number | null
  shipmentDestination: number | null
  cityName: Text
  cartageName: Text
  shipmentVolume: number | null
  shipmentWeight: number | null
  estimatedTransportation: number | null
  shipmentValue: number | null
  cargoInsurance: ColumnType<boolean, boolean | undefined, boolean>
  customBrokerage: ColumnType<boolean, boolean | undefined, boolean>
  shipmentDescription: Text
  shipmentPurchase: Text
  suppliersInvoiceNumber: Text
  otherReferenceUsed: Text
  additionalInformation: Text
  status: ColumnType<0 | 1 | 2, 0 | 1 | 2 | undefined, 0 | 1 | 2>
  lastEventEntryId: number | null
  lastEventId: number | null
  lastEventName: string | null
  lastEventPublicStatus: string | null
  lastEventTime: TimeOrNull
  resentAt: TimeOrNull
  deletedAt: TimeOrNull
  createdAt: TimeByDefault
  updatedAt: TimeByDefault
}
export interface OrderPricesTable {
  orderId: number
  inputs: Json<Record<string, unknown>>
  lines: Json<{ code: string; label: string; formula: string; amount: number }[]>
  calculated: number | null
  booked: number
  manual: boolean
  userId: number | null
  createdAt: TimeByDefault
}
export interface ConfirmationsTable {
  orderId: number
  placeOfReceipt: Text
  portOfLoading: Text
  portOfDischarge: Text
  placeOfDelivery: Text
  cargoReadyAt: TimeOrNull
  cargoCutOffAt: TimeOrNull
  documentationCutOffAt: TimeOrNull
  estimatedTimeOfDepartureAt: TimeOrNull
  actualTimeOfDepartureAt: TimeOrNull
  portEstimatedTimeOfArrivalAt: TimeOrNull
  portActualTimeOfArrivalAt: TimeOrNull
  placeEstimatedTimeOfArrivalAt: TimeOrNull
  placeActualTimeOfArrivalAt: TimeOrNull
  vesselId: number | null
  vesselVoyage: Text
  bookingClauses: Text
  updatedAt: TimeByDefault
}
export interface OrderEventsTable {
  id: Generated<number>
  orderId: number
  eventId: number
  eventName: string
  eventPublicStatus: Text
  date: Time
  comment: Text
  emailTemplateId: number | null
  emailTemplateTitle: string | null
  userId: number | null
  createdAt: TimeByDefault
}
/** Size in bytes. */
export interface DocumentsTable {
  id: Generated<number>
  name: string
  contentType: string
  size: number
  sha256: Buffer
  storageKey: string
  categoryId: number
  uploadedBy: number
  orderId: number | null
  orderEventId: number | null
  createdAt: TimeByDefault
}
export interface MailsTable {
  id: Generated<number>
  kind: 'event' | 'booking-request' | 'quote-request' | 'order-changed' | 'password-reset' | 'test'
  orderId: number | null
  orderEventId: number | null
  userId: number | null
  createdBy: number | null
  templateId: number | null
  templateTitle: string | null
  subject: string
  html: string
  text: string
  createdAt: TimeByDefault
}
export type DeliveryState = 'queued' | 'sending' | 'sent' | 'failed' | 'unsent' | 'cancelled'
export interface MailDeliveriesTable {
  id: Generated<number>
  mailId: number
  role: 'to' | 'copy'
  name: Text
  address: string
  state: DeliveryState
  attempts: ColumnType<number, number | undefined, number>
  reason: string | null
  nextAttemptAt: TimeOrNull
  sentAt: TimeOrNull
  updatedAt: TimeByDefault
}

export type OrderRow = Selectable<OrdersTable>
export type MailRow = Selectable<MailsTable>
export type MailDeliveryRow = Selectable<MailDeliveriesTable>
export type DocumentRow = Selectable<DocumentsTable>
