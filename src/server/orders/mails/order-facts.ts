import { sql } from 'kysely'
import { recordOf } from '#contract/lib/record-of.ts'
import { CONFIRMATION_COLUMNS, CONFIRMATION_PLACES } from '#contract/orders/confirmation.ts'
import { MAILED_FIELDS } from '#contract/orders/order-fields.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnce, planned } from '#server/db/tuning/planned.ts'
import { notFound } from '#server/errors.ts'
import { OF_ONE_VOYAGE } from '#server/orders/cargo-sql.ts'
import { placeName } from '#server/orders/read-order.ts'
import type { ClientFacts, ConfirmationFacts, EventFacts, OrderFacts, SailingFacts } from './order-variables.ts'

/** An order as mails show it, and its client. */
export interface MailedOrder {
  order: OrderFacts & { userId: number }
  event: EventFacts | null
  confirmation: ConfirmationFacts | null
  sailing: SailingFacts | null
  client: ClientFacts
}

const ORDER_COLUMNS = [
  ...(['userId', 'trackingCode', 'createdAt', 'cityName', 'cartageName'] as const),
  ...MAILED_FIELDS.map(({ key }) => key),
].map((key) => `o.${key}` as const)

const PLACE_NAMES = sql<Record<string, string>>`json_build_object(${sql.raw(
  CONFIRMATION_PLACES.map((key) => `'${key}', ${placeName(key)}`).join(', '),
)})`

/**
 * The sailing with its container, or the order's own containers for FCL; null while the booking confirmation `c`
 * names another voyage, which is what the mail tells of.
 */
const SAILING = sql<SailingFacts | null>`(
  select json_build_object(
    'vessel', (select ship.name from vessels ship where ship.id = s.vessel_id), 'voyage', s.voyage,
    'departure', coalesce(s.atd, s.etd), 'arrival', coalesce(s.port_ata, s.port_eta),
    'container', coalesce(
      (select k.number from containers k where k.id = l.container_id),
      (select string_agg(k.number, ', ' order by k.id) from containers k where k.order_id = l.order_id and k.number <> ''), ''
    )
  )
  from loadings l join sailings s on s.id = l.sailing_id where l.order_id = o.id and ${sql.raw(OF_ONE_VOYAGE)}
)`

const selectRow = (db: Db, orderId: number, entryId?: number) =>
  db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.userId')
    .leftJoin('orderEvents as e', (join) =>
      entryId === undefined
        ? join.onRef('e.id', '=', 'o.lastEventEntryId')
        : join.on('e.id', '=', entryId).onRef('e.orderId', '=', 'o.id'),
    )
    .leftJoin('confirmations as c', 'c.orderId', 'o.id')
    .leftJoin('vessels as v', 'v.id', 'c.vesselId')
    .select(ORDER_COLUMNS)
    .select([
      'e.id as entryId',
      'e.eventName',
      'e.eventPublicStatus',
      'e.date as eventDate',
      'e.comment as eventComment',
    ])
    .select(['u.username as clientName', 'u.companyName as clientCompany', 'u.companyAddress as clientAddress'])
    .select(['u.email as clientEmail', 'u.phone as clientPhone', 'u.canadianBusinessNumber'])
    .select(['c.orderId as confirmedId', 'v.name as vessel', ...CONFIRMATION_COLUMNS])
    .select([PLACE_NAMES.as('placeNames'), SAILING.as('sailing')])
    .where('o.id', '=', orderId)
    .where('o.deletedAt', 'is', null)
    .$call(planned)

const WITH_LAST = madeOnce((db: Db, orderId: number) => selectRow(db, orderId))
// The cast gives `madeOnce` a required third argument to make a place of.
const WITH_ENTRY = madeOnce(selectRow as (db: Db, orderId: number, entryId: number) => ReturnType<typeof selectRow>)

/** Reads the row with this history entry, or with the last one. */
async function readRow(db: Db, orderId: number, entryId: number | undefined) {
  const query = entryId === undefined ? WITH_LAST(db, orderId) : WITH_ENTRY(db, orderId, entryId)
  return (await db.executeQuery(query)).rows[0]
}

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>

/** The confirmation with places by name; unknown codes are shown unchanged. */
function confirmationOf(row: Row): ConfirmationFacts | null {
  if (row.confirmedId === null) return null
  return {
    ...row,
    vessel: row.vessel ?? '',
    vesselVoyage: row.vesselVoyage ?? '',
    bookingClauses: row.bookingClauses ?? '',
    ...recordOf(CONFIRMATION_PLACES, (place) => row.placeNames[place] || (row[place] ?? '')),
  }
}

/**
 * Reads the facts that mails show about an order. The event is history entry `entryId`, or the last one.
 * Throws 404 if the order does not exist or was deleted.
 */
export async function readMailedOrder(db: Db, orderId: number, entryId?: number): Promise<MailedOrder> {
  const row = await readRow(db, orderId, entryId)
  if (!row) throw notFound('Order')
  const { entryId: found, eventName, eventPublicStatus, eventDate, eventComment } = row
  return {
    order: row,
    event:
      found === null
        ? null
        : {
            name: eventName ?? '',
            publicStatus: eventPublicStatus ?? '',
            date: eventDate ?? '',
            comment: eventComment ?? '',
          },
    confirmation: confirmationOf(row),
    sailing: row.sailing,
    client: {
      username: row.clientName,
      companyName: row.clientCompany,
      companyAddress: row.clientAddress,
      email: row.clientEmail,
      phone: row.clientPhone,
      canadianBusinessNumber: row.canadianBusinessNumber,
    },
  }
}
