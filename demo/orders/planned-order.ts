import type { OrderStatus } from '#contract/codes/order-codes.ts'
import type { EventKey } from '#demo/reference/events.ts'
import type { Shipment } from './shipment.ts'
import type { Voyage } from './voyages.ts'

/** A document to create; `categoryId` as in the migration. */
export interface DocumentPlan {
  kind: 'invoice' | 'packingList' | 'confirmation' | 'billOfLading' | 'arrivalNotice' | 'customs' | 'photo' | 'label'
  name: string
  categoryId: number
}

export interface Entry {
  event: EventKey
  /** Time of the event, and the time at which it was entered. */
  date: Date
  setAt: Date
  userId: number
  comment: string
  /** True if the event's mail was sent with the entry. */
  mailed: boolean
  documents: DocumentPlan[]
}

export interface History {
  status: OrderStatus
  entries: Entry[]
}

/** A demo order: the shipment, its voyage and its history. */
export interface DemoOrder extends History {
  id: number
  hashSum: string
  customCode: string
  shipment: Shipment
  voyage: Voyage
  confirmed: boolean
  /** The sailing that the order shares with others. */
  sailingId?: number
}
