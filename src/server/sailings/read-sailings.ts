import { type RawBuilder, sql } from 'kysely'
import { MOST_COUNTED, type Page } from '#contract/lib/envelope.ts'
import { SAILING_FILTERS } from '#contract/sailings/sailing-filters.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import type { Db } from '#server/db/client.ts'
import { CARGO } from '#server/orders/cargo-sql.ts'
import { NEXT_CUT_OFF } from '#server/orders/next-cut-off.ts'
import type { CountKept } from '#server/resource/filtered-page.ts'
import type { FilterClock, FilterColumns } from '#server/resource/filters/columns.ts'
import { filterConditions } from '#server/resource/filters/conditions.ts'
import { keptFilters } from '#server/resource/filters/read-filters.ts'
import type { ListQuery } from '#server/resource/paginate.ts'
import { tableReads } from '#server/resource/table-reads.ts'

/** SQL of the room that an order `o` with its loading `l` takes (orders/cargo-sql.ts). */
export const COUNTS = {
  cbm: sql.raw<number>(CARGO.cbm),
  kg: sql.raw<number>(CARGO.kg),
  sumKg: sql.raw<number>(`coalesce(sum(${CARGO.kg}), 0)`),
  live: sql.raw<boolean>(CARGO.live),
}

const nextCutOff = sql.raw<string | null>(NEXT_CUT_OFF)

type Cargo = Pick<
  Sailing,
  'orderCount' | 'receivedCount' | 'usedCbm' | 'usedKg' | 'capacityCbm' | 'capacityKg' | 'containers'
>

/** Capacity that is left; an overfilled sailing has none. Thousandths, since floating point adds digits. */
const left = (capacity: number, used: number) => Math.max(0, Number((capacity - used).toFixed(3)))

/**
 * One column with all sums over the orders of a sailing, so that they are read once for each row of a page.
 */
const cargo = sql<Cargo>`(
  with part as (
    select l.container_id, count(*) as orders, count(l.received_at) as received, sum(${COUNTS.cbm}) as cbm, sum(${COUNTS.kg}) as kg
    from loadings l join orders o on o.id = l.order_id
    where l.sailing_id = sailings.id and ${COUNTS.live}
    group by l.container_id
  ), filled as (
    select k.id, k.number, k.size_type, k.max_cbm, k.max_kg, coalesce(part.cbm, 0) as cbm, coalesce(part.kg, 0) as kg
    from containers k left join part on part.container_id = k.id where k.sailing_id = sailings.id
  )
  select json_build_object(
    'orderCount', coalesce((select sum(orders) from part), 0), 'receivedCount', coalesce((select sum(received) from part), 0),
    'usedCbm', coalesce((select sum(cbm) from part), 0), 'usedKg', coalesce((select sum(kg) from part), 0),
    'capacityCbm', coalesce((select sum(max_cbm) from filled), 0), 'capacityKg', coalesce((select sum(max_kg) from filled), 0),
    'containers', coalesce((
      select json_agg(json_build_object('id', id, 'number', number, 'sizeType', size_type, 'maxCbm', max_cbm, 'maxKg', max_kg,
        'usedCbm', cbm, 'usedKg', kg) order by id) from filled
    ), '[]')
  )
)`

/**
 * SQL of a record with its name, null without one. Like the other queries in the row, it is read for the rows
 * of a page only.
 */
export const named = <Found>(table: string, id: string) =>
  sql<Found>`(select json_build_object('id', r.id, 'name', r.name) from ${sql.table(table)} r where r.id = ${sql.ref(id)})`
const portName = (column: string): RawBuilder<string> =>
  sql`coalesce((select name from ports where upper(code) = upper(${sql.ref(column)})), '')`

const select = (from: Db) =>
  from
    .selectFrom('sailings')
    .innerJoin('vessels as v', 'v.id', 'sailings.vesselId')
    .leftJoin('carriers as c', 'c.id', 'sailings.carrierId')
    .selectAll('sailings')
    .select([
      named<Sailing['vessel']>('vessels', 'sailings.vesselId').as('vessel'),
      named<Sailing['carrier']>('carriers', 'sailings.carrierId').as('carrier'),
      named<Sailing['depot']>('depots', 'sailings.depotId').as('depot'),
      named<Sailing['destinationPlace']>('places', 'sailings.destinationPlaceId').as('destinationPlace'),
      sql`json_build_object('portOfLoading', ${portName('sailings.portOfLoading')},
        'portOfDischarge', ${portName('sailings.portOfDischarge')})`.as('portNames'),
      nextCutOff.as('nextCutOffAt'),
      cargo.as('cargo'),
    ])

const FILTERED: FilterColumns<typeof SAILING_FILTERS> = {
  status: { sql: 'sailings.status', type: 'text' },
  reference: { sql: 'sailings.reference' },
  vessel: { sql: 'sailings.vessel_id' },
  voyage: { sql: 'sailings.voyage' },
  carrier: { sql: 'sailings.carrier_id' },
  portOfLoading: { sql: 'sailings.port_of_loading' },
  portOfDischarge: { sql: 'sailings.port_of_discharge' },
  depot: { sql: 'sailings.depot_id' },
  nextCutOff: { sql: NEXT_CUT_OFF },
  cutOff: { sql: 'sailings.cargo_cut_off_at' },
  documentationCutOff: { sql: 'sailings.documentation_cut_off_at' },
  vgmCutOff: { sql: 'sailings.vgm_cut_off_at' },
  etd: { sql: 'sailings.etd' },
  eta: { sql: 'sailings.port_eta' },
  atd: { sql: 'sailings.atd' },
  ata: { sql: 'sailings.port_ata' },
  masterBill: { sql: 'sailings.master_bill' },
  carrierBooking: { sql: 'sailings.carrier_booking' },
  destinationPlace: { sql: 'sailings.destination_place_id' },
}

/**
 * How many sailings a view shows, counted up to one more than `most`. Throws 400 at a filter that cannot be
 * read.
 */
export const countSailings: CountKept = (db, { filters, search }, { userId, ...clock }, most = MOST_COUNTED) => {
  const where = keptFilters(SAILING_FILTERS, filters, userId)
  return sailingReads(db, clock).countUpTo({ page: 1, perPage: 1, order: [], search, where }, most)
}

/** Sailings, with their names and the sums over their orders. `clock` counts the days of filters. */
export function sailingReads(db: Db, clock: FilterClock = { timeZone: 'UTC' }) {
  const { find, list, countUpTo, all } = tableReads(db, sailings, {
    read: select,
    narrow: (where) => filterConditions(SAILING_FILTERS, FILTERED, where, clock),
    columns: { vessel: 'v.name', carrier: 'c.name', nextCutOffAt: nextCutOff },
  })
  // `select` has the sums in one column; the row has each of them.
  const whole = (row: Sailing) => {
    const { cargo, ...rest } = row as Sailing & { cargo: Cargo }
    const { capacityCbm, usedCbm, capacityKg, usedKg } = cargo
    return { ...rest, ...cargo, freeCbm: left(capacityCbm, usedCbm), freeKg: left(capacityKg, usedKg) }
  }
  return {
    countUpTo,
    find: async (from: Db, id: number): Promise<Sailing> => whole(await find(from, id)),
    list: async (query: ListQuery, from?: Db): Promise<Page<Sailing>> => {
      const page = await list(query, from)
      return { ...page, items: page.items.map(whole) }
    },
    async *all(query: ListQuery, from: Db): AsyncGenerator<Sailing[]> {
      for await (const rows of all(query, from)) yield rows.map(whole)
    },
  }
}
