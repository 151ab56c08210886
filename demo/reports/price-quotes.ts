import type { PoolClient } from 'pg'
import { transactionOn } from '#demo/lib/transaction-on.ts'
import { keptShipment } from '#server/pricing/kept-shipment.ts'
import { priceLane } from '#server/pricing/price-shipment.ts'
import { laneReader, readBook } from '#server/pricing/rate-book.ts'

/** Prices the quotes that were answered and not booked, as the calculator does. */
export async function priceQuotes(client: PoolClient): Promise<void> {
  const laneOf = laneReader(await readBook(transactionOn(client), null))
  const { rows } = await client.query<{ id: number; inputs: Record<string, unknown> }>(
    "select id, inputs from quotes where kind = 'instant' and booked_at is null and answer -> 'missing' is null order by id",
  )
  const priced = rows.map(({ id, inputs }) => {
    const shipment = keptShipment(inputs)
    const { quote, missing } = priceLane(shipment, laneOf(shipment))
    return { id, price: quote?.amzlclCost ?? null, answer: quote ? { lines: quote.lines } : { missing } }
  })
  await client.query(
    `update quotes q set price = p.price, answer = p.answer
    from jsonb_to_recordset($1) as p (id int, price numeric, answer jsonb) where q.id = p.id`,
    [JSON.stringify(priced)],
  )
}
