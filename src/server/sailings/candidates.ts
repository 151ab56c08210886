import { type RawBuilder, sql } from 'kysely'
import { contradictionOf } from '#contract/sailings/follow.ts'
import type { CandidatePage } from '#contract/sailings/loadings.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { clampPage, type ListQuery } from '#server/resource/paginate.ts'
import { readConfirmed, sailingSide } from './conflicts.ts'
import { fitOf, readFitting } from './fit.ts'
import { CARGO_COLUMNS, found } from './loaded-orders.ts'

/** Most candidates that are found; staff search for others. */
const MOST = 500

interface Wanted {
  portOfDischarge: string
  cargoCutOffAt: string | null
  search: string
  /** SQL of the destinations: those in the country of the sailing or in none that is known, or all others. */
  goesTo: RawBuilder<boolean>
}

/**
 * SQL: ids of fitting orders whose cargo begins at this place, the newest first. Each place has an index of
 * its open orders.
 */
const fitting = (
  origin: string,
  place: RawBuilder<unknown>,
  { portOfDischarge, cargoCutOffAt, search, goesTo }: Wanted,
) => sql`
  select fits.id from ${place} place cross join lateral (
    select o.id from orders o left join confirmations c on c.order_id = o.id
    where ${sql.ref(`o.${origin}`)} = place.id
      and o.status = 0 and o.transportation_mode = 0 and o.deleted_at is null
      and not exists (select from loadings l where l.order_id = o.id)
      and (c.order_id is null or (
        c.port_of_discharge in ('', ${portOfDischarge}) and c.actual_time_of_departure_at is null
        and (c.cargo_ready_at is null or ${cargoCutOffAt}::timestamptz is null or c.cargo_ready_at <= ${cargoCutOffAt}::timestamptz)
      ))
      and ${goesTo} and ${found(search)}
    order by o.id desc limit ${MOST + 1}
  ) fits`

/** The destinations in another country than a place. Both must be known. */
const foreign = (
  place: string,
) => sql<boolean>`(o.shipment_destination is not null and o.shipment_destination = any(array(
  select t.id from cartages t where country_of_place(t.dest) <> country_of_place(${place}))))`

/**
 * Open LCL orders that could go with a sailing: not loaded, not departed, with the sailing's depot or a depot
 * at its port as origin, the same port of discharge or none, and cargo that is ready before the cut-off or has
 * no date. The newest first; those for another country follow after all others; `fits`
 * asks for one of the two alone. At most 500 are counted. Throws 404.
 */
export async function candidates(
  db: Db,
  { sailingId, fits, timeZone }: { sailingId: number; fits?: boolean; timeZone: string },
  query: ListQuery,
): Promise<CandidatePage> {
  const sailing = await db
    .selectFrom('sailings')
    .select(['portOfLoading', 'portOfDischarge', 'depotId', 'cargoCutOffAt'])
    .select(({ ref }) => sql<string | null>`country_of_place(${ref('portOfDischarge')})`.as('country'))
    .where('id', '=', sailingId)
    .executeTakeFirst()
  if (!sailing) throw notFound('Sailing')
  const depots = sql`(select id from depots where id = ${sailing.depotId} or code = ${sailing.portOfLoading})`
  const locations = sql`(select id from locations where depot_id in ${depots})`
  const idsOf = async (goesTo: RawBuilder<boolean>) => {
    const wanted = { ...sailing, search: query.search, goesTo }
    const { rows } = await sql<{ id: number }>`
      select id from (
        ${fitting('originDepotId', depots, wanted)} union all ${fitting('originLocationId', locations, wanted)}
      ) found order by id desc limit ${MOST + 1}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const abroad = foreign(sailing.portOfDischarge)
  const [near, far] = await Promise.all([
    fits === false ? [] : idsOf(sql<boolean>`not ${abroad}`),
    fits === true ? [] : idsOf(abroad),
  ])
  const found = [...near, ...far]
  const ids = found.slice(0, MOST)
  const { perPage } = query
  const currentPageNumber = clampPage(query.page, perPage, ids.length)
  const shown = ids.slice((currentPageNumber - 1) * perPage, currentPageNumber * perPage)
  const [rows, facts, told] = await Promise.all([
    readCandidates(db, shown),
    readFitting(db, shown),
    contradictions(db, shown, sailingId),
  ])
  return {
    items: shown.flatMap((id) => {
      const [row, fact] = [rows.get(id), facts.get(id)]
      return row && fact ? [{ ...row, ...fitOf(fact, sailing, timeZone), contradicts: told.get(id) ?? null }] : []
    }),
    totalCount: ids.length,
    totalCapped: found.length > MOST,
    numItemsPerPage: perPage,
    currentPageNumber,
  }
}

/** Contradictions between the confirmations of these orders and the sailing, by order. */
async function contradictions(db: Db, ids: readonly number[], sailingId: number) {
  const [confirmed, sailing] = await Promise.all([readConfirmed(db, ids), sailingSide(db, sailingId)])
  return new Map(confirmed.map((own) => [own.orderId, contradictionOf(own, { sailing })]))
}

type Row = Omit<CandidatePage['items'][number], 'fits' | 'misfits' | 'contradicts'>

async function readCandidates(db: Db, ids: readonly number[]): Promise<Map<number, Row>> {
  const { rows } = await sql<Row>`
    select ${CARGO_COLUMNS}, extract(epoch from o.created_at)::bigint as created,
      coalesce(c.port_of_discharge, '') as port_of_discharge
    from orders o left join confirmations c on c.order_id = o.id
    where o.id = any(${ids})`.execute(db)
  return new Map(rows.map((row) => [row.orderId, row]))
}
