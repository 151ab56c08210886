import { type RawBuilder, sql } from 'kysely'
import type { CandidatePage } from '#contract/sailings/loadings.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { clampPage, type ListQuery } from '#server/resource/paginate.ts'
import { CARGO_COLUMNS, found } from './loaded-orders.ts'

/** Most candidates that are found; staff search for others. */
const MOST = 500

interface Fit {
  portOfDischarge: string
  cargoCutOffAt: string | null
  search: string
}

/**
 * SQL: ids of fitting orders whose cargo begins at this place, the newest first. Each place has an index of
 * its open orders.
 */
const fitting = (origin: string, place: RawBuilder<unknown>, { portOfDischarge, cargoCutOffAt, search }: Fit) => sql`
  select fits.id from ${place} place cross join lateral (
    select o.id from orders o left join confirmations c on c.order_id = o.id
    where ${sql.ref(`o.${origin}`)} = place.id
      and o.status = 0 and o.transportation_mode = 0 and o.deleted_at is null
      and not exists (select from loadings l where l.order_id = o.id)
      and (c.order_id is null or (
        c.port_of_discharge in ('', ${portOfDischarge}) and c.actual_time_of_departure_at is null
        and (c.cargo_ready_at is null or ${cargoCutOffAt}::timestamptz is null or c.cargo_ready_at <= ${cargoCutOffAt}::timestamptz)
      ))
      and ${found(search)}
    order by o.id desc limit ${MOST + 1}
  ) fits`

/**
 * Open LCL orders that could go with a sailing, the newest first: not loaded, not departed, with the
 * sailing's depot or a depot at its port as origin, the same port of discharge or none, and cargo that is
 * ready before the cut-off or has no date. At most 500 are counted. Throws 404.
 */
export async function candidates(db: Db, sailingId: number, query: ListQuery): Promise<CandidatePage> {
  const sailing = await db
    .selectFrom('sailings')
    .select(['portOfLoading', 'portOfDischarge', 'depotId', 'cargoCutOffAt'])
    .where('id', '=', sailingId)
    .executeTakeFirst()
  if (!sailing) throw notFound('Sailing')
  const fit = { ...sailing, search: query.search }
  const depots = sql`(select id from depots where id = ${sailing.depotId} or code = ${sailing.portOfLoading})`
  const locations = sql`(select id from locations where depot_id in ${depots})`
  const { rows } = await sql<{ id: number }>`
    select id from (
      ${fitting('originDepotId', depots, fit)} union all ${fitting('originLocationId', locations, fit)}
    ) found order by id desc limit ${MOST + 1}`.execute(db)
  const ids = rows.slice(0, MOST).map(({ id }) => id)
  const { perPage } = query
  const currentPageNumber = clampPage(query.page, perPage, ids.length)
  const items = await readCandidates(db, ids.slice((currentPageNumber - 1) * perPage, currentPageNumber * perPage))
  return {
    items,
    totalCount: ids.length,
    totalCapped: rows.length > MOST,
    numItemsPerPage: perPage,
    currentPageNumber,
  }
}

async function readCandidates(db: Db, ids: readonly number[]): Promise<CandidatePage['items']> {
  if (ids.length === 0) return []
  const { rows } = await sql<CandidatePage['items'][number]>`
    select ${CARGO_COLUMNS}, extract(epoch from o.created_at)::bigint as created,
      coalesce(c.port_of_discharge, '') as port_of_discharge
    from orders o left join confirmations c on c.order_id = o.id
    where o.id = any(${ids}) order by o.id desc`.execute(db)
  return rows
}
