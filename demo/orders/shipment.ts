import type { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import type { Client } from '#demo/people/clients.ts'
import type { Supplier } from '#demo/people/suppliers.ts'
import type { Cartage } from '#demo/reference/cartages.ts'
import type { Depot, Location } from '#demo/reference/depots.ts'
import type { QuoteConstants } from '#server/pricing/quote-constants.ts'

/** The breakdown of an order's price, in USD. Containers have a manual rate and no lines. */
export interface Price {
  booked: number
  calculated: number | null
  manual: boolean
  inputs: Record<string, unknown>
  lines: QuoteLine[]
}

/** The cargo, its owner, origin and destination. Volume in CBM, weight in kg, value in USD. */
export interface Shipment {
  createdAt: Date
  client: Client
  userId: number
  mode: TransportationMode
  terms: TradeTerms
  /** Null on a quote request. */
  supplier: Supplier | null
  location: Location | null
  depot: Depot
  /** A location, a depot or, on a quote request, a port. */
  originId: number
  originName: string
  /** UN/LOCODE. */
  receipt: string
  loading: string
  cartage: Cartage
  cartageId: number
  volume: number
  weight: number
  value: number | null
  insurance: boolean
  brokerage: boolean
  goods: string
  /** Null for a quote request without a price yet. */
  price: Price | null
}

/** Parts that the demo's orders are made from. */
export interface World {
  now: Date
  constants: QuoteConstants
  /** Days by 'depot id, cartage id'. */
  delivery: ReadonlyMap<string, number>
}
