import { sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type FollowedValues, followSailing } from '#contract/sailings/follow.ts'
import type { Fit, FittingSailing } from '#contract/sailings/loadings.ts'
import { FOLLOWED_FIELDS } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { clampPage, type ListQuery } from '#server/resource/paginate.ts'
import { type FittedOrder, type FittedSailing, fitOf, readFitting } from './fit.ts'
import { confirmedValues, valuesOf } from './follow-confirmations.ts'
import { sailingReads } from './read-sailings.ts'

interface Asked {
  orderIds: readonly number[]
  /** The sailing that the orders are on and are rolled from. */
  from: number | undefined
  /** Whether orders on another sailing are left out instead of refused. */
  skipsLoaded: boolean
  timeZone: string
}

/** The orders that can be loaded. Throws 400 at `orderIds` for those that do not exist or are loaded elsewhere. */
async function freeOrders(db: Db, { orderIds, from = 0, skipsLoaded }: Asked): Promise<number[]> {
  const { rows } = await sql<{ id: number; code: string | null; reference: string | null; sailingId: number | null }>`
    select asked.id, o.tracking_code as code, s.reference, l.sailing_id
    from unnest(${orderIds}::int[]) with ordinality asked (id, place)
      left join orders o on o.id = asked.id and o.deleted_at is null
      left join loadings l on l.order_id = o.id left join sailings s on s.id = l.sailing_id
    order by asked.place`.execute(db)
  const isElsewhere = ({ sailingId }: (typeof rows)[number]) => sailingId !== null && sailingId !== from
  const problems = rows.flatMap((row) => {
    if (row.code === null) return [`There is no order with the id ${row.id}`]
    return isElsewhere(row) && !skipsLoaded ? [`${formatTrackingCode(row.code)} is on ${row.reference} already`] : []
  })
  if (problems.length > 0) throw invalid({ orderIds: problems.join('; ') })
  return rows.filter((row) => !isElsewhere(row)).map(({ id }) => id)
}

/** The sailings that orders can be loaded on now: planned, and not past their cut-off. */
async function openSailings(db: Db, from = 0): Promise<(FittedSailing & { id: number })[]> {
  return db
    .selectFrom('sailings')
    .select(['id', 'depotId', 'portOfLoading', 'cargoCutOffAt'])
    .select(({ ref }) => sql<string | null>`country_of_place(${ref('portOfDischarge')})`.as('country'))
    .where('status', '=', 'planned')
    .where('id', '<>', from)
    .where(({ eb, or }) => or([eb('cargoCutOffAt', 'is', null), eb('cargoCutOffAt', '>', sql<string>`now()`)]))
    .orderBy('cargoCutOffAt')
    .orderBy('etd')
    .orderBy('id')
    .execute()
}

/** The fit of several orders: what is odd about any of them, each said once. */
function fitOfAll(orders: readonly FittedOrder[], sailing: FittedSailing, timeZone: string): Fit {
  const misfits = orders.flatMap((order) => fitOf(order, sailing, timeZone).misfits)
  const once = new Map(misfits.map((misfit) => [misfit.message, misfit]))
  return { fits: once.size === 0, misfits: [...once.values()] }
}

interface Confirmed {
  own: FollowedValues | null
  earlier: Partial<FollowedValues>
  vessels: ReadonlyMap<unknown, string>
}

/** What a booking confirmation would take from a sailing: vessels by name, places by code. */
function writesOf({ own, earlier, vessels }: Confirmed, sailing: Sailing): FittingSailing['writes'] {
  const changes = followSailing(own, { earlier, next: valuesOf(sailing) })
  const said = (field: string, value: string | number | null | undefined) =>
    (field === 'vessel' ? (vessels.get(value) ?? (value === sailing.vesselId ? sailing.vessel.name : null)) : value) ||
    null
  return FOLLOWED_FIELDS.filter((field) => field in changes).map((field) => ({
    field,
    from: said(field, own?.[field]) as string | null, // only the vessel is no text
    to: said(field, changes[field]) as string | null,
  }))
}

/** The booking confirmation of the only order asked about; null for several. */
async function readConfirmed(db: Db, { orderIds, from }: Asked): Promise<Confirmed | null> {
  const [orderId] = orderIds
  if (orderId === undefined || orderIds.length > 1) return null
  const [confirmed, left] = await Promise.all([
    confirmedValues(db, [orderId]),
    from === undefined ? undefined : db.selectFrom('sailings').selectAll().where('id', '=', from).executeTakeFirst(),
  ])
  const own = confirmed.get(orderId) ?? null
  const vessel = own?.vessel
    ? await db.selectFrom('vessels').select('name').where('id', '=', Number(own.vessel)).executeTakeFirst()
    : null
  return { own, earlier: left ? valuesOf(left) : {}, vessels: new Map(vessel ? [[own?.vessel, vessel.name]] : []) }
}

/**
 * Planned sailings for orders, a page at a time: those that fit all of them first, then by the cut-off. Throws
 * 400 at `orderIds`.
 */
export async function fittingSailings(db: Db, asked: Asked, query: ListQuery): Promise<Page<FittingSailing>> {
  const { from, timeZone } = asked
  const orderIds = await freeOrders(db, asked)
  const [facts, open, confirmed] = await Promise.all([
    readFitting(db, orderIds),
    openSailings(db, from),
    readConfirmed(db, asked),
  ])
  const orders = [...facts.values()]
  const judged = open.map((sailing) => ({ id: sailing.id, ...fitOfAll(orders, sailing, timeZone) }))
  const sorted = [...judged.filter(({ fits }) => fits), ...judged.filter(({ fits }) => !fits)]
  const { perPage } = query
  const currentPageNumber = clampPage(query.page, perPage, sorted.length)
  const shown = sorted.slice((currentPageNumber - 1) * perPage, currentPageNumber * perPage)
  const ids = shown.map(({ id }) => String(id))
  const page = { page: 1, perPage: Math.max(1, ids.length), order: [], search: '', filters: { id: ids } }
  const sailings = new Map((await sailingReads(db).list(page)).items.map((sailing) => [sailing.id, sailing]))
  const items = shown.flatMap(({ id, ...fit }) => {
    const sailing = sailings.get(id)
    return sailing ? [{ ...sailing, ...fit, writes: confirmed ? writesOf(confirmed, sailing) : [] }] : []
  })
  return { items, totalCount: sorted.length, numItemsPerPage: perPage, currentPageNumber }
}
