import { sql } from 'kysely'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import { calculatorOrigin, originKind } from '#contract/orders/origin.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Shipment } from '#server/pricing/calculate-quote.ts'
import type { LaneKeys } from '#server/pricing/find-lane.ts'
import { type Priced, ratesOf } from '#server/pricing/price-shipment.ts'

/** Days within which a quote is booked; later, the same shipment is another quote. */
const VALID_DAYS = 60

/** The person who asks: a member of staff, or an API key of theirs. */
type Asker = Pick<Actor, 'userId' | 'apiKeyId'>

/** The priced shipment. */
export type QuotedShipment = Shipment & LaneKeys

/**
 * A shipment as its quote is found again: terms with the same price are equal, and so is any value that is
 * not asked for.
 */
function inputsOf({ originId, value, ...shipment }: QuotedShipment): string {
  const { shipmentTradeTerms: terms, cargoInsurance, customsBrokerage } = shipment
  return JSON.stringify({
    ...shipment,
    shipmentTradeTerms: terms === TradeTerms.OTHER ? TradeTerms.DROP_OFF : terms,
    ...calculatorOrigin(terms, originId),
    insurance: cargoInsurance || customsBrokerage ? value : 0,
  })
}

/** The code of the shipment's origin. */
const originCode = ({ shipmentTradeTerms, originId }: LaneKeys) =>
  originKind({ shipmentTradeTerms }) === 'location'
    ? sql`select d.code from locations l join depots d on d.id = l.depot_id where l.id = ${originId}`
    : sql`select code from depots where id = ${originId}`

/**
 * Keeps an instant quote: the question, its asker, the client, and the answer. The same question of the same
 * person within the hour is the same quote, with the newer answer. A crash may lose the last ones, so that no
 * calculation waits for the disk. Returns the quote's id.
 */
export async function keepQuote(
  db: Db,
  { shipment, priced, clientId }: { shipment: QuotedShipment; priced: Priced; clientId: number | null },
  { userId, apiKeyId = null }: Asker,
): Promise<number | null> {
  const { quote, missing } = priced
  const price = quote?.amzlclCost ?? null
  const answer = JSON.stringify(quote ? { lines: quote.lines, rates: ratesOf(priced) } : { missing })
  const { rows } = await sql<{ id: number }>`
    with quick as materialized (select set_config('synchronous_commit', 'off', true)),
    again as (
      update quotes set times = times + 1, price = ${price}, answer = ${answer}::jsonb, answered_at = now(),
        client_id = coalesce((select id from users where id = ${clientId} and role = array['ROLE_USER']), client_id)
      where id = (
        select id from quotes, quick where kind = 'instant' and booked_at is null and inputs = ${inputsOf(shipment)}::jsonb
          and user_id is not distinct from ${userId}::int and api_key_id is not distinct from ${apiKeyId}::int and asked_at > now() - interval '1 hour'
        order by id desc limit 1
      ) returning id
    ), made as (
      insert into quotes (kind, user_id, api_key_id, client_id, origin, destination, inputs, price, answer, answered_at)
      select 'instant', ${userId}::int, ${apiKeyId}::int, (select id from users where id = ${clientId} and role = array['ROLE_USER']),
        coalesce((${originCode(shipment)}), ''), coalesce((select dest from cartages where id = ${shipment.cartageId}), ''),
        ${inputsOf(shipment)}::jsonb, ${price}, ${answer}::jsonb, now()
      from quick where not exists (select from again) returning id
    )
    select id from again union all select id from made`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Links an order with the quote that it was booked from: the newest one of this shipment, preferably of the
 * person who books.
 */
export async function linkQuote(
  tx: Tx,
  {
    shipment,
    orderId,
    clientId,
    booked,
  }: { shipment: QuotedShipment; orderId: number; clientId: number; booked: number },
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  await sql`
    update quotes set order_id = ${orderId}, client_id = ${clientId}, booked_at = now(), booked_price = ${booked}
    where id = (
      select id from quotes where kind = 'instant' and booked_at is null and inputs = ${inputsOf(shipment)}::jsonb
        and asked_at > now() - make_interval(days => ${sql.lit(VALID_DAYS)}) and (client_id is null or client_id = ${clientId})
      order by user_id is not distinct from ${userId}::int desc, client_id is not null desc, id desc limit 1 for update skip locked
    )`.execute(tx)
}

/** Keeps a quote request with the order that it makes. It waits for its price. */
export async function keepRequest(
  tx: Tx,
  request: { orderId: number; clientId: number; origin: number | null; destination: number | null; inputs: object },
  { userId, apiKeyId = null }: Asker,
): Promise<void> {
  const codeOf = async (table: 'ports' | 'cartages', id: number | null) => {
    if (id === null) return ''
    const found = await tx
      .selectFrom(table)
      .select(table === 'ports' ? 'code as name' : 'dest as name')
      .where('id', '=', id)
      .$call(planned)
      .executeTakeFirst()
    return found?.name ?? ''
  }
  const { orderId, clientId, inputs } = request
  await tx
    .insertInto('quotes')
    .values({
      kind: 'request',
      userId,
      apiKeyId,
      clientId,
      orderId,
      inputs: JSON.stringify(inputs),
      origin: await codeOf('ports', request.origin),
      destination: await codeOf('cartages', request.destination),
    })
    .execute()
}
