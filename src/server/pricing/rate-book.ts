import { sql } from 'kysely'
import type { NamedRecord } from '#contract/lib/resource.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { RateEntity } from '#contract/rates/rate-entities.ts'
import { destinationKey } from '#contract/reference/freight.ts'
import type { Db } from '#server/db/client.ts'
import type { Lane, LaneKeys } from './find-lane.ts'
import { readConstants } from './quote-constants.ts'

/** What the calculator reads of a record, by entity, as `rate_values` of the database makes it. USD. */
export interface RateValues {
  freight: { tier: number; dest: string; cbm: number; mt: number }
  depot: {
    name: string
    tier: number
    status: boolean
    visibility: boolean
    depotFixed: number
    depotVar: number
    depotVarMin: number
  }
  location: {
    name: string
    depotId: number
    visibility: boolean
    precarFixed: number
    precarVar: number
    precarVarMin: number
  }
  constant: { name: string; value: number }
  cartage: { name: string; dest: string; status: boolean; exclusion: boolean; amazon: boolean }
}

/** The values of a record with the instant since which they are true, and the set that brought them. */
export interface Rate<E extends RateEntity = RateEntity> {
  id: number
  values: RateValues[E]
  since: string
  set: NamedRecord | null
}

/** Every rate of one instant, by id, and the days of deliveries as they are today ('depot:cartage'). */
export type RateBook = { [E in RateEntity]: Map<number, Rate<E>> } & { delivery: ReadonlyMap<string, number> }

interface HistoryRow {
  entity: RateEntity
  id: number
  values: never
  since: string
  set: NamedRecord | null
}

/** The rates that were true at an instant, or are true now (null), with the days of deliveries. */
export async function readBook(db: Db, at: string | null): Promise<RateBook> {
  const [rates, times] = await Promise.all([
    readRates(db, at),
    db.selectFrom('deliveryTimes').select(['depotId', 'cartageId', 'days']).execute(),
  ])
  return { ...rates, delivery: new Map(times.map(({ depotId, cartageId, days }) => [`${depotId}:${cartageId}`, days])) }
}

/** `readBook` for whoever asks for rates alone: a book without days of deliveries. One read of the history. */
export async function readRates(db: Db, at: string | null): Promise<RateBook> {
  const when = at === null ? sql`upper_inf(valid)` : sql`valid @> ${at}::timestamptz`
  const { rows } = await sql<HistoryRow>`
    select entity, record_id as id, h.values, lower(valid) as since,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as set
    from rate_history h left join rate_sets s on s.id = h.set_id where ${when} order by record_id`.execute(db)
  const book: RateBook = {
    freight: new Map(),
    depot: new Map(),
    location: new Map(),
    constant: new Map(),
    cartage: new Map(),
    delivery: new Map(),
  }
  for (const { entity, ...rate } of rows) book[entity].set(rate.id, rate)
  return book
}

/** A copy whose rates can be replaced without touching those of the book. */
export const copyBook = (book: RateBook): RateBook => ({
  freight: new Map(book.freight),
  depot: new Map(book.depot),
  location: new Map(book.location),
  constant: new Map(book.constant),
  cartage: new Map(book.cartage),
  delivery: book.delivery,
})

/** Key of a lane: at most one rate of a book has it, but for rows that are older than that rule. */
export const laneKey = (tier: number, dest: string) => `${tier}:${destinationKey(dest)}`

/** Finds a book's rate of a lane; of two spellings of a destination, the very one comes first. */
export function freightFinder(book: RateBook): (tier: number, dest: string) => Rate<'freight'> | null {
  const byLane = new Map<string, Rate<'freight'>[]>()
  for (const rate of book.freight.values()) {
    const key = laneKey(rate.values.tier, rate.values.dest)
    byLane.set(key, [...(byLane.get(key) ?? []), rate])
  }
  return (tier, dest) => {
    const found = byLane.get(laneKey(tier, dest)) ?? []
    return found.find(({ values }) => values.dest.toUpperCase() === dest.toUpperCase()) ?? found[0] ?? null
  }
}

/** By time; of one instant, what a set brought comes first. */
const newestFirst = (a: Rate, b: Rate) =>
  b.since > a.since ? 1 : b.since < a.since ? -1 : (b.set?.id ?? 0) - (a.set?.id ?? 0)

/** Finds the rates that price a lane: its places, its freight and every constant. */
function ratesOfLanes(book: RateBook) {
  const freightOf = freightFinder(book)
  const constants = [...book.constant.values()]
  return ({ shipmentTradeTerms, originId, cartageId }: LaneKeys) => {
    const pickUp = originKind({ shipmentTradeTerms }) === 'location'
    const location = pickUp ? book.location.get(originId) : undefined
    const depot = book.depot.get(pickUp ? (location?.values.depotId ?? 0) : originId)
    const cartage = book.cartage.get(cartageId)
    const freight = depot && cartage ? freightOf(depot.values.tier, cartage.values.dest) : null
    return { location, depot, cartage, freight, constants }
  }
}

/** Names the rates that price a lane, 'freight 12', to tell which changes concern it. */
export function usedRates(book: RateBook): (keys: LaneKeys) => string[] {
  const ratesOf = ratesOfLanes(book)
  return (keys) => {
    const { constants, ...single } = ratesOf(keys)
    const places = Object.entries(single).flatMap(([entity, rate]) => (rate ? [`${entity} ${rate.id}`] : []))
    return [...places, ...constants.map(({ id }) => `constant ${id}`)]
  }
}

/** Reads lanes out of a book as `findLane` reads them out of today's tables. */
export function laneReader(book: RateBook): (keys: LaneKeys) => Lane {
  const ratesOf = ratesOfLanes(book)
  const constants = readConstants([...book.constant.values()].map(({ values }) => values))
  return (keys) => {
    const { location, depot, cartage, freight, constants: constantRates } = ratesOf(keys)
    const used = [...constantRates, location, depot, cartage, freight].filter((rate) => rate != null)
    const newest = used.toSorted(newestFirst)[0]
    return {
      location: location ? { ...location.values } : null,
      depot: depot ? { ...depot.values } : null,
      cartage: cartage ? { ...cartage.values } : null,
      freight: freight && { cbm: freight.values.cbm, mt: freight.values.mt },
      delivery: book.delivery.get(`${depot?.id}:${keys.cartageId}`) ?? 0,
      constants,
      since: newest?.since ?? null,
      set: newest?.set ?? null,
    }
  }
}
