import type { Random } from '#demo/lib/random.ts'
import type { Cartage } from './cartages.ts'
import { DESTINATIONS } from './destinations.ts'

export interface Depot {
  name: string
  code: string
  /** The depot's port, by UN/LOCODE. */
  port: string
  tier: number
  fees: readonly [fixed: number, variable: number, minimum: number]
  /** Sea days in addition to those from Shanghai. */
  furtherDays: number
}

const depot = (name: string, port: string, tier: number, fees: Depot['fees'], furtherDays: number): Depot => {
  return { name, code: port, port, tier, fees, furtherDays }
}

/**
 * Consolidation warehouses; the id of each is its position in the list, from 1. Fees in USD per revenue ton.
 */
export const DEPOTS: readonly Depot[] = [
  depot('Shanghai Waigaoqiao CFS', 'CNSHA', 1, [45, 12, 25], 0),
  depot('Ningbo Beilun CFS', 'CNNGB', 1, [45, 12, 25], 1),
  depot('Shenzhen Yantian CFS', 'CNYTN', 1, [48, 13, 28], 1),
  depot('Guangzhou Nansha CFS', 'CNNSA', 2, [50, 14, 30], 2),
  depot('Xiamen Haicang CFS', 'CNXMN', 2, [52, 14, 30], 1),
  depot('Qingdao Qianwan CFS', 'CNTAO', 2, [52, 15, 32], 2),
  depot('Hong Kong Kwai Chung CFS', 'HKHKG', 2, [70, 18, 45], 1),
  depot('Tianjin Xingang CFS', 'CNTXG', 3, [58, 16, 35], 3),
  depot('Dalian Dayaowan CFS', 'CNDLC', 3, [62, 17, 38], 4),
]

/** The id of the depot at a port. */
export function depotId(port: string): number {
  const at = DEPOTS.findIndex((known) => known.port === port)
  if (at < 0) throw new Error(`No depot at ${port}`)
  return at + 1
}

export interface Location {
  city: string
  /** The port of a depot. */
  port: string
  fees: Depot['fees']
}

/** Pick-up locations and the depot each delivers to; the id of each is its position in the list, from 1. */
export const LOCATIONS: readonly Location[] = [
  { city: 'CNDGG', port: 'CNYTN', fees: [40, 14, 55] },
  { city: 'CNFOS', port: 'CNNSA', fees: [42, 14, 55] },
  { city: 'CNZSN', port: 'CNNSA', fees: [48, 16, 60] },
  { city: 'CNYIU', port: 'CNNGB', fees: [60, 20, 85] },
  { city: 'CNHGH', port: 'CNNGB', fees: [55, 18, 80] },
  { city: 'CNSZH', port: 'CNSHA', fees: [48, 16, 70] },
  { city: 'CNWUX', port: 'CNSHA', fees: [52, 17, 75] },
  { city: 'CNQZJ', port: 'CNXMN', fees: [50, 17, 70] },
  { city: 'CNSTG', port: 'CNXMN', fees: [85, 24, 120] },
  { city: 'CNNKG', port: 'CNSHA', fees: [75, 22, 110] },
]

/** The ids of the fixed origins: Other, FOB, Drop-Off, Pick-Up. */
const ORIGINS = { other: 1, fob: 2, dropOff: 3, pickUp: 4 }

/** Origins of each depot: Hong Kong serves other terms too, and pick-up requires locations. */
export function originsOf({ port }: Depot): number[] {
  const { other, fob, dropOff, pickUp } = ORIGINS
  const hasLocations = LOCATIONS.some((location) => location.port === port)
  return [...(OTHER_TERMS.has(port) ? [other] : []), fob, dropOff, ...(hasLocations ? [pickUp] : [])]
}
const OTHER_TERMS = new Set(['HKHKG', 'CNSHA', 'CNYTN'])

const CONSOLIDATION_DAYS = 4
const CLEARANCE_DAYS = 6
const AMAZON_DAYS = 4

/**
 * Days at sea to the port of discharge: every further day counts to Los Angeles; elsewhere the first one does
 * not.
 */
export function seaDays({ furtherDays }: Depot, { dest }: Pick<Cartage, 'dest'>): number {
  const toLosAngeles = dest === 'USWC-LAX' || dest === 'US-CHI' || dest === 'US-DAL'
  return DESTINATIONS[dest].seaDays + (toLosAngeles ? furtherDays : Math.max(0, furtherDays - 1))
}

/** Days from the depot to the door. */
export function deliveryDays(from: Depot, to: Cartage): number {
  const inland = Math.ceil(DESTINATIONS[to.dest].inlandDays + to.truckDays)
  return CONSOLIDATION_DAYS + seaDays(from, to) + CLEARANCE_DAYS + inland + (to.amazon ? AMAZON_DAYS : 0)
}

export interface DeliveryTime {
  depotId: number
  cartageId: number
  days: number
}

/** The grid, with about one cell in twenty left empty: 'To be confirmed'. */
export function deliveryTimes(cartages: readonly Cartage[], random: Random): DeliveryTime[] {
  const cells = DEPOTS.flatMap((from, row) =>
    cartages.map((to, column) => ({ depotId: row + 1, cartageId: column + 1, days: deliveryDays(from, to) })),
  )
  return cells.filter(() => !random.chance(0.05))
}
