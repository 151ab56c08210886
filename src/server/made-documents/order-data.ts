import { sql } from 'kysely'
import type { Clock } from '#contract/free-time/free-time-codes.ts'
import type { Db } from '#server/db/client.ts'
import { plainTextAside } from '#server/html/html-aside.ts'
import { OF_ONE_VOYAGE } from '#server/orders/cargo-sql.ts'
import { type MailedOrder, readMailedOrder } from '#server/orders/mails/order-facts.ts'
import type { Services } from '#server/services.ts'
import { readPrintedCompany } from '#server/settings/company.ts'
import type { PrintedCompany } from './paper.ts'

/**
 * The order on its sailing; figures as measured. Container, seal, carrier and master bill are null while the booking
 * confirmation names another voyage: a document tells of one.
 */
interface Loading {
  pieces: number | null
  weightKg: number | null
  volumeCbm: number | null
  container: string | null
  seal: string | null
  carrier: string | null
  masterBill: string | null
}

/** Where the cargo can be picked up, until when that costs nothing, and whom to ask; '' and null where unknown. */
export interface PickUp {
  place: string
  address: string
  hours: string
  contact: string
  /** The customs' code of the place. */
  code: string
  clock: Clock | null
  lastFreeDay: string | null
  number: string
  /** The member of staff who looks after the order. */
  inCharge: string
}

/**
 * The agreed price in USD, and the lines it was calculated from; no lines for a manual rate without a
 * calculation.
 */
interface Price {
  lines: { code: string; label: string; amount: number }[]
  booked: number
}

/** Everything that documents about an order print. */
export interface OrderData extends Pick<MailedOrder, 'order' | 'confirmation'> {
  company: PrintedCompany
  loading: Loading | null
  price: Price | null
  pickUp: PickUp
  /** Days from the depot to the destination; null where nobody entered them. */
  transitDays: number | null
  /** The least revenue tons that are charged. */
  minimumTons: number
  /** Plain text. */
  bookingClauses: string
  clauses: string
  /** Time zone of cut-offs. */
  timeZone: string
}

type StoredCompany = Awaited<ReturnType<typeof readPrintedCompany>>

const asPrinted = (stored: StoredCompany): PrintedCompany => {
  const { name, address, phone, email, registration, bankLines, paperSize, logoKey } = stored
  return { name, address, contact: [phone, email, registration].filter(Boolean), bankLines, paperSize, logoKey }
}

/** The forwarder as papers without clauses print it. */
export const printedCompany = async (db: Db): Promise<PrintedCompany> => asPrinted(await readPrintedCompany(db))

/** The forwarder and its clauses, which are the same on all documents. */
export async function companyOf(db: Db): Promise<{ company: PrintedCompany; clauses: string }> {
  const stored = await readPrintedCompany(db)
  // A block may have got variables since it was chosen.
  const clauses = stored.clauses.replaceAll(/\{\{.*?\}\}|\{%.*?%\}/gs, '')
  return { company: asPrinted(stored), clauses: (await plainTextAside(clauses)).trim() }
}

type More = Pick<OrderData, 'loading' | 'price' | 'pickUp' | 'transitDays' | 'minimumTons'>

const NOTHING = { place: '', address: '', hours: '', contact: '', code: '', number: '', inCharge: '' }
const NO_PICK_UP: PickUp = { ...NOTHING, clock: null, lastFreeDay: null }

async function readMore(db: Db, orderId: number): Promise<More> {
  const { rows } = await sql<More>`
    select
      (select json_build_object('pieces', l.pieces, 'weightKg', l.weight_kg, 'volumeCbm', l.volume_cbm,
          'container', coalesce(k.number, own.numbers), 'seal', coalesce(nullif(k.seal, ''), own.seals),
          'carrier', (select name from carriers where id = s.carrier_id), 'masterBill', s.master_bill)
        from loadings l left join confirmations c on c.order_id = l.order_id
          left join sailings s on s.id = l.sailing_id and ${sql.raw(OF_ONE_VOYAGE)}
          left join containers k on k.id = l.container_id and k.sailing_id = s.id
        where l.order_id = o.id) as loading,
      (select json_build_object('lines', p.lines, 'booked', p.booked) from order_prices p where p.order_id = o.id) as price,
      (select t.days from delivery_times t where t.cartage_id = o.shipment_destination
        and t.depot_id = coalesce(o.origin_depot_id, (select depot_id from locations where id = o.origin_location_id))) as transit_days,
      (select json_build_object('place', coalesce(p.name, ''), 'address', coalesce(p.address, ''), 'hours', coalesce(p.hours, ''),
          'contact', coalesce(p.contact, ''), 'code', coalesce(p.firms_code, p.sub_location_code, ''),
          'clock', f.clock, 'lastFreeDay', f.last_free_day, 'number', coalesce(r.pickup_number, ''), 'inCharge', coalesce(u.username, ''))
        from (select 1) one
          left join loadings l on l.order_id = o.id
          left join confirmations c on c.order_id = o.id
          left join sailings s on s.id = l.sailing_id and ${sql.raw(OF_ONE_VOYAGE)}
          left join places p on p.id = case o.transportation_mode when 0 then s.destination_place_id
            else (select terminal_place_id from containers k where k.order_id = o.id and k.terminal_place_id is not null order by k.id limit 1) end
          left join releases r on r.order_id = o.id
          left join users u on u.id = o.in_charge_id and u.deleted_at is null
          left join lateral (select t.clock, t.last_free_day from free_times t
            where (t.order_id = o.id or t.container_id in (select k.id from containers k where k.order_id = o.id))
              and t.clock <> 'detention' and t.ended_on is null and t.last_free_day is not null
            order by t.last_free_day, t.clock limit 1) f on true) as pick_up,
      coalesce((select value from constants where name = 'MIN_RT'), 1) as minimum_tons
    from orders o left join lateral (
      select string_agg(number, ', ' order by id) as numbers, string_agg(nullif(seal, ''), ', ' order by id) as seals
      from containers where order_id = o.id and number <> ''
    ) own on true where o.id = ${orderId}`.execute(db)
  return rows[0] ?? { loading: null, price: null, pickUp: NO_PICK_UP, transitDays: null, minimumTons: 1 }
}

/** Reads what documents about an order print. Throws 404. */
export async function readOrderData(db: Db, { config }: Pick<Services, 'config'>, orderId: number): Promise<OrderData> {
  const [{ order, confirmation }, more, own] = await Promise.all([
    readMailedOrder(db, orderId),
    readMore(db, orderId),
    companyOf(db),
  ])
  const agreed = order.estimatedTransportation
  const price = more.price ?? (agreed ? { lines: [], booked: agreed } : null)
  const bookingClauses = (await plainTextAside(confirmation?.bookingClauses ?? '')).trim()
  return { order, confirmation, ...more, price, ...own, bookingClauses, timeZone: config.timeZone }
}
