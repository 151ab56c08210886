import type { Random } from '#demo/lib/random.ts'
import { depotId } from '#demo/reference/depots.ts'
import { DESTINATIONS, RATES } from '#demo/reference/destinations.ts'
import { calculateQuote } from '#server/pricing/calculate-quote.ts'
import type { Price, Shipment, World } from './shipment.ts'

type Unpriced = Omit<Shipment, 'price'>

const MANUAL_SHARE = 0.04

/** The calculator's price, or sometimes a manual rate. */
export function priceLcl(world: World, shipment: Unpriced, random: Random): Price {
  const { depot, location, cartage, cartageId, terms, volume, weight, insurance, brokerage } = shipment
  const from = depotId(depot.port)
  const rate = RATES.find(({ tier, dest }) => tier === depot.tier && dest === cartage.dest)
  if (!rate) throw new Error(`No rate for tier ${depot.tier} and ${cartage.dest}`)
  const value = shipment.value ?? 0
  const [depotFixed, depotVar, depotVarMin] = depot.fees
  const [precarFixed, precarVar, precarVarMin] = location?.fees ?? [0, 0, 0]
  const quote = calculateQuote({
    shipmentTradeTerms: terms,
    volume,
    weight,
    value,
    cargoInsurance: insurance,
    customsBrokerage: brokerage,
    location: location && { precarFixed, precarVar, precarVarMin },
    depot: { depotFixed, depotVar, depotVarMin },
    freight: rate,
    cartage,
    delivery: world.delivery.get(`${from},${cartageId}`) ?? 0,
    constants: world.constants,
  })
  const origin = location ? { pickUpLocationId: shipment.originId } : { depotId: from }
  const manual = random.chance(MANUAL_SHARE)
  const agreed = Math.round((quote.amzlclCost * random.between(0.88, 1.06)) / 5) * 5
  return {
    booked: manual ? agreed : quote.amzlclCost,
    calculated: quote.amzlclCost,
    manual,
    inputs: {
      shipmentTradeTerms: terms,
      ...origin,
      cartageId,
      weight,
      volume,
      insurance: value,
      cargoInsurance: insurance,
      customsBrokerage: brokerage,
    },
    lines: quote.lines,
  }
}

/** The rate agreed for a container. */
export function priceContainer({ dest }: Shipment['cartage'], volume: number, random: Random): Price {
  const exact = 1100 + DESTINATIONS[dest].cbm * volume * random.between(0.55, 0.75)
  return { booked: Math.round(exact / 25) * 25, calculated: null, manual: true, inputs: {}, lines: [] }
}
