import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { DAY } from '#demo/lib/days.ts'
import type { Random } from '#demo/lib/random.ts'
import { CLIENTS, type Client } from '#demo/people/clients.ts'
import { FIRST_CLIENT } from '#demo/people/staff.ts'
import { SUPPLIERS, suppliersOf } from '#demo/people/suppliers.ts'
import { CARTAGES, type Cartage } from '#demo/reference/cartages.ts'
import { DEPOTS, depotId, LOCATIONS } from '#demo/reference/depots.ts'
import { PORTS, placeId, placeName } from '#demo/reference/places.ts'
import { priceContainer, priceLcl } from './prices.ts'
import type { Shipment, World } from './shipment.ts'

const CONTAINER_SHARE = 0.12
/** Places where containers are loaded: the depots' ports and a few others. */
const CONTAINER_PORTS = [...DEPOTS.map(({ port }) => port), 'CNSHK', 'TWKHH', 'VNSGN']

export function buildShipment(world: World, createdAt: Date, random: Random): Shipment {
  const clientAt = clientIndex(random)
  const client = CLIENTS[clientAt] ?? random.pick(CLIENTS)
  const cartageId = chooseCartage(client, world.now.getTime() - createdAt.getTime(), random)
  const cartage = CARTAGES[cartageId - 1] ?? random.pick(CARTAGES)
  const common = { createdAt, client, userId: FIRST_CLIENT + clientAt, cartage, cartageId }
  if (random.chance(CONTAINER_SHARE)) return { ...common, ...containerFacts(cartage, random) }
  const facts = { ...common, ...origin(clientAt, random), ...measures(random) }
  return { ...facts, price: priceLcl(world, facts, random) }
}

/** A copy of the shipment as a quote request without a price yet, for the same client and destination. */
export const asRequest = (shipment: Shipment, random: Random): Shipment => ({
  ...shipment,
  ...containerFacts(shipment.cartage, random),
  price: null,
})

/**
 * Clients early in the list ship more than late ones; the one with a published login has orders of every
 * kind.
 */
function clientIndex(random: Random): number {
  return Math.floor(random.next() ** 1.25 * CLIENTS.length)
}

function chooseCartage(client: Client, age: number, random: Random): number {
  const kind = random.weighted([
    ['amazon', 58],
    ['address', 29],
    ['cfs', 13],
  ] as const)
  const fits = CARTAGES.flatMap(({ dest, amazon, exclusion, status }, at) => {
    const near = dest.startsWith('CA-') === (client.country === 'CA')
    const right = kind === 'amazon' ? amazon : kind === 'cfs' ? exclusion : !amazon && !exclusion
    return near && right && (status || age > 200 * DAY) ? [at + 1] : []
  })
  return random.pick(fits)
}

function origin(clientAt: number, random: Random) {
  const supplier = random.pick(suppliersOf(clientAt))
  const locationAt = LOCATIONS.findIndex(({ city }) => city === supplier.city)
  const location = LOCATIONS[locationAt] ?? null
  const wished = random.weighted([
    [TradeTerms.PICK_UP, 44],
    [TradeTerms.DROP_OFF, 28],
    [TradeTerms.FOB, 20],
    [TradeTerms.OTHER, 8],
  ] as const)
  const terms = wished === TradeTerms.PICK_UP && !location ? TradeTerms.DROP_OFF : wished
  // Shipments on other terms go via Hong Kong, whoever the supplier is.
  const id = depotId(terms === TradeTerms.OTHER ? 'HKHKG' : supplier.port)
  const depot = DEPOTS[id - 1] ?? random.pick(DEPOTS)
  const byDepot = { originId: id, originName: depot.name, receipt: depot.port, location: null }
  const byLocation = {
    originId: locationAt + 1,
    originName: placeName(supplier.city),
    receipt: supplier.city,
    location,
  }
  const goods = random.pick(supplier.goods)
  return {
    mode: TransportationMode.LCL,
    terms,
    supplier,
    depot,
    loading: depot.port,
    goods,
    ...(terms === TradeTerms.PICK_UP ? byLocation : byDepot),
  }
}

function measures(random: Random) {
  const volume = Math.round(400 * 37.5 ** random.next()) / 1000
  const density = random.chance(0.08) ? random.between(500, 1100) : random.between(90, 420)
  const value = random.chance(0.75)
    ? Math.round(volume * random.between(400, 2500)) + (random.chance(0.3) ? 0.5 : 0)
    : null
  return {
    volume,
    weight: Math.max(1, Math.round(volume * density * 10) / 10),
    value,
    insurance: value !== null && random.chance(0.45),
    brokerage: value !== null && random.chance(0.55),
  }
}

/** A quote request: from port to door, other terms, no supplier yet. */
function containerFacts(cartage: Cartage, random: Random) {
  const loading = random.pick(CONTAINER_PORTS)
  const volume = random.pick([28, 56, 66]) - random.int(0, 60) / 10
  return {
    ...{
      mode: TransportationMode.FCL,
      terms: TradeTerms.OTHER,
      supplier: null,
      location: null,
      value: null,
      insurance: false,
      brokerage: false,
    },
    depot: DEPOTS.find(({ port }) => port === loading) ?? random.pick(DEPOTS),
    originId: placeId(PORTS, loading),
    originName: placeName(loading),
    receipt: loading,
    loading,
    volume: Math.round(volume * 10) / 10,
    weight: Math.round(volume * random.between(140, 330)),
    goods: random.pick(random.pick(SUPPLIERS).goods),
    price: priceContainer(cartage, volume, random),
  }
}
