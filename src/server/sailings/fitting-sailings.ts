import { sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type FollowedValues, goWithSailing, type Side } from '#contract/sailings/follow.ts'
import type { Fit, FittingSailing, JudgedOrders, Misfit } from '#contract/sailings/loadings.ts'
import { FOLLOWED_FIELDS } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { clampPage, type ListQuery } from '#server/resource/paginate.ts'
import { type Confirmed, conflictsWith, readConfirmed } from './conflicts.ts'
import { type FittedOrder, type FittedSailing, fitOf, readFitting } from './fit.ts'
import { valuesOf } from './follow-confirmations.ts'
import { sailingReads } from './read-sailings.ts'

interface Asked {
  orderIds: readonly number[]
  /** The sailings that the orders are on and are rolled from. */
  from: readonly number[]
  /** Whether orders on another sailing are left out instead of refused. */
  skipsLoaded: boolean
  timeZone: string
}

/** The orders that can be loaded. Throws 400 at `orderIds` for those that do not exist or are loaded elsewhere. */
async function freeOrders(db: Db, { orderIds, from, skipsLoaded }: Asked): Promise<number[]> {
  const { rows } = await sql<{ id: number; code: string | null; reference: string | null; sailingId: number | null }>`
    select asked.id, o.tracking_code as code, s.reference, l.sailing_id
    from unnest(${orderIds}::int[]) with ordinality asked (id, place)
      left join orders o on o.id = asked.id and o.deleted_at is null
      left join loadings l on l.order_id = o.id left join sailings s on s.id = l.sailing_id
    order by asked.place`.execute(db)
  const isElsewhere = ({ sailingId }: (typeof rows)[number]) => sailingId !== null && !from.includes(sailingId)
  const problems = rows.flatMap((row) => {
    if (row.code === null) return [`There is no order with the id ${row.id}`]
    return isElsewhere(row) && !skipsLoaded ? [`${formatTrackingCode(row.code)} is on ${row.reference} already`] : []
  })
  if (problems.length > 0) throw invalid({ orderIds: problems.join('; ') })
  return rows.filter((row) => !isElsewhere(row)).map(({ id }) => id)
}

/** The sailings that orders can be loaded on now: planned, and not past their cut-off. */
async function openSailings(db: Db, from: readonly number[]): Promise<(FittedSailing & { id: number })[]> {
  return db
    .selectFrom('sailings')
    .select(['id', 'depotId', 'portOfLoading', 'cargoCutOffAt'])
    .select(({ ref }) => sql<string | null>`country_of_place(${ref('portOfDischarge')})`.as('country'))
    .where('status', '=', 'planned')
    .where(sql<boolean>`id <> all(${from}::int[])`)
    .where(({ eb, or }) => or([eb('cargoCutOffAt', 'is', null), eb('cargoCutOffAt', '>', sql<string>`now()`)]))
    .orderBy('cargoCutOffAt')
    .orderBy('etd')
    .orderBy('id')
    .execute()
}

/** The fit of several orders: what is odd about any of them, each said once, with the orders it is said of. */
function fitOfAll(
  orders: readonly FittedOrder[],
  sailing: FittedSailing,
  timeZone: string,
): Fit & Pick<FittingSailing, 'judged'> {
  const fitting: JudgedOrders = { code: 'fits', message: '', orderIds: [] }
  const odd = new Map<string, JudgedOrders & Misfit>()
  for (const order of orders) {
    const { fits, misfits } = fitOf(order, sailing, timeZone)
    if (fits) fitting.orderIds.push(order.orderId)
    for (const misfit of misfits) {
      const same = odd.get(misfit.message) ?? { ...misfit, orderIds: [] }
      same.orderIds.push(order.orderId)
      odd.set(misfit.message, same)
    }
  }
  return {
    fits: odd.size === 0,
    misfits: [...odd.values()].map(({ code, message }) => ({ code, message })),
    judged: [...(fitting.orderIds.length > 0 ? [fitting] : []), ...odd.values()],
  }
}

/** Confirmations of the orders asked about, and the values of the sailings that they leave, by order. */
interface Told {
  confirmed: readonly Confirmed[]
  earlier: ReadonlyMap<number, FollowedValues>
  orders: number
}

const sideOf = (sailing: Sailing): Side => ({ values: valuesOf(sailing), vesselName: sailing.vessel.name })

/** What the booking confirmation of the only order would take from a sailing: vessels by name, places by code. */
function writesOf({ confirmed, earlier, orders }: Told, { values, vesselName }: Side) {
  if (orders !== 1) return []
  const own = confirmed[0] ?? null
  const changes = goWithSailing(own?.values ?? null, {
    earlier: (own && earlier.get(own.orderId)) ?? {},
    next: values,
    takeOver: true,
  })
  const said = (side: Side | null, value: string | number | null | undefined, field: string) =>
    (field === 'vessel' ? value && side?.vesselName : value) || null
  return FOLLOWED_FIELDS.filter((field) => field in changes).map((field) => ({
    field,
    from: said(own, own?.values[field], field) as string | null, // only the vessel is no text
    to: said({ values, vesselName }, changes[field], field) as string | null,
  }))
}

async function readTold(db: Db, orderIds: readonly number[]): Promise<Told> {
  const [confirmed, left] = await Promise.all([
    readConfirmed(db, orderIds),
    db
      .selectFrom('loadings as l')
      .innerJoin('sailings as s', 's.id', 'l.sailingId')
      .selectAll('s')
      .select('l.orderId')
      .where('l.orderId', 'in', [0, ...orderIds])
      .execute(),
  ])
  const earlier = new Map(left.map(({ orderId, ...sailing }) => [orderId, valuesOf(sailing)]))
  return { confirmed, earlier, orders: orderIds.length }
}

/** How odd a sailing is for orders: 0 where it fits all of them, 2 where none of them goes to its country. */
function oddity({ fits, judged }: ReturnType<typeof fitOfAll>, orders: number): number {
  if (fits) return 0
  const abroad = judged.filter(({ code }) => code === 'country').flatMap(({ orderIds }) => orderIds)
  return abroad.length === orders ? 2 : 1
}

/**
 * Planned sailings for orders, a page at a time: those that fit all of them first, those to another country than any of
 * them last, then by the cut-off. Throws 400 at `orderIds`.
 */
export async function fittingSailings(db: Db, asked: Asked, query: ListQuery): Promise<Page<FittingSailing>> {
  const { from, timeZone } = asked
  const orderIds = await freeOrders(db, asked)
  const [facts, open, told] = await Promise.all([
    readFitting(db, orderIds),
    openSailings(db, from),
    readTold(db, orderIds),
  ])
  const orders = [...facts.values()]
  const sum = (figure: 'cbm' | 'kg') => Number(orders.reduce((total, order) => total + order[figure], 0).toFixed(3))
  const needed = { neededCbm: sum('cbm'), neededKg: sum('kg') }
  const judged = open.map((sailing) => ({ id: sailing.id, ...fitOfAll(orders, sailing, timeZone) }))
  const sorted = judged.toSorted((one, other) => oddity(one, orders.length) - oddity(other, orders.length))
  const { perPage } = query
  const currentPageNumber = clampPage(query.page, perPage, sorted.length)
  const shown = sorted.slice((currentPageNumber - 1) * perPage, currentPageNumber * perPage)
  const ids = shown.map(({ id }) => String(id))
  const page = { page: 1, perPage: Math.max(1, ids.length), order: [], search: '', filters: { id: ids } }
  const sailings = new Map((await sailingReads(db).list(page)).items.map((sailing) => [sailing.id, sailing]))
  const items = shown.flatMap(({ id, ...fit }) => {
    const sailing = sailings.get(id)
    if (!sailing) return []
    const side = sideOf(sailing)
    const conflicts = conflictsWith(told.confirmed, { earlier: told.earlier, sailing: side })
    return [{ ...sailing, ...fit, ...needed, writes: writesOf(told, side), conflicts }]
  })
  return { items, totalCount: sorted.length, numItemsPerPage: perPage, currentPageNumber }
}
