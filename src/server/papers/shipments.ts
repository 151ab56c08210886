import { sql } from 'kysely'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Paper } from '#contract/papers/papers.ts'
import type { Db } from '#server/db/client.ts'

/** A shipment as its client knows it. */
interface Known {
  trackingCode: string
  /** The client's PO number; '' for none. */
  purchase: string
  cityName: string
  cartageName: string
}

/** A shipment in words: our code, the client's PO number and the lane. */
export function shipmentInWords({ trackingCode, purchase, cityName, cartageName }: Known): string {
  const lane = [cityName, cartageName].filter(Boolean).join(' → ')
  return [formatTrackingCode(trackingCode), purchase && `your PO ${purchase}`, lane].filter(Boolean).join(' · ')
}

/** Papers of one order that a client is asked for. */
export interface AskedShipment<P> {
  trackingCode: string
  /** See `shipmentInWords`. */
  words: string
  papers: readonly P[]
}

/** What is asked of each order. */
export interface AskedOfOrder {
  orderId: number
  papers: readonly Paper[]
}

/** The orders that are asked about, with their codes and words. */
export async function nameShipments(db: Db, asked: readonly AskedOfOrder[]): Promise<AskedShipment<Paper>[]> {
  const ids = asked.map(({ orderId }) => orderId)
  const found = await db
    .selectFrom('orders')
    .select(['id', 'trackingCode', 'shipmentPurchase as purchase', 'cityName', 'cartageName'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  const byId = new Map(found.map((order) => [order.id, order]))
  return asked.flatMap(({ orderId, papers }) => {
    const order = byId.get(orderId)
    return order ? [{ trackingCode: order.trackingCode, words: shipmentInWords(order), papers }] : []
  })
}
