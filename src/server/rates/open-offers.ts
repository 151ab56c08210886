import { sql } from 'kysely'
import { MOST_OPEN_OFFERS, MOST_SIMULATED, type Simulation, type SimulationFilters } from '#contract/rates/rate-sets.ts'
import { destinationKey } from '#contract/reference/freight.ts'
import type { Db } from '#server/db/client.ts'
import { keptShipment } from '#server/pricing/kept-shipment.ts'
import type { AskedQuote, TwoPrices } from './simulate-work.ts'

/** A calculated option of an offer that waits for an answer. USD. */
export interface OpenOption {
  offerId: number
  reference: string
  validUntil: string
  price: number
  shipment: AskedQuote
}

interface Row extends Omit<OpenOption, 'shipment'> {
  id: number
  inputs: Record<string, unknown>
}

/** The calculated options of the newest offers that wait for an answer: those of a client or a lane, or of all. */
export async function readOpenOptions(db: Db, { clientId, tier, dest }: SimulationFilters): Promise<OpenOption[]> {
  const conditions = [
    sql`o.state = 'sent' and o.valid_until > now() and p.mode = 0 and not p.manual and p.price is not null`,
    ...(clientId === undefined ? [] : [sql`o.client_id = ${clientId}`]),
    ...(dest === undefined
      ? []
      : [
          sql`exists (select from cartages c where c.id = (p.inputs->>'cartageId')::int and destination_key(c.dest) = ${destinationKey(dest)})`,
        ]),
    ...(tier === undefined
      ? []
      : [
          sql`exists (select from depots d where d.tier = ${tier} and d.id = coalesce((p.inputs->>'depotId')::int,
            (select depot_id from locations l where l.id = (p.inputs->>'pickUpLocationId')::int)))`,
        ]),
  ]
  const { rows } = await sql<Row>`
    select p.id, o.id as offer_id, o.reference, o.valid_until, p.price, p.inputs
    from offers o join offer_options p on p.offer_id = o.id
    where ${sql.join(conditions, sql` and `)} order by o.id desc, p.position limit ${MOST_SIMULATED}`.execute(db)
  return rows.map(({ id, inputs, ...option }) => ({ ...option, shipment: { id, ...keptShipment(inputs) } }))
}

type OpenOffer = Simulation['openOffers'][number]

/** By how much an offer is too cheap or too dear then; what would have no price comes first. */
const differing = ({ price, after }: OpenOffer) => (after === null ? Number.POSITIVE_INFINITY : Math.abs(after - price))

/**
 * The offers that a set would price differently, each by the option that differs most. `prices` are those of the
 * options, just before the set and with it.
 */
export function changedOffers(options: readonly OpenOption[], prices: readonly TwoPrices[]): OpenOffer[] {
  const changed = new Map<number, OpenOffer>()
  for (const [at, { offerId: id, reference, price, validUntil }] of options.entries()) {
    const { before = null, after = null } = prices[at] ?? {}
    if (before === after) continue
    const offer = { id, reference, price, after, validUntil }
    const known = changed.get(id)
    if (!known || differing(offer) > differing(known)) changed.set(id, offer)
  }
  return [...changed.values()]
    .sort((a, b) => {
      const [one, other] = [differing(a), differing(b)]
      return one === other ? b.id - a.id : other - one
    })
    .slice(0, MOST_OPEN_OFFERS)
}
