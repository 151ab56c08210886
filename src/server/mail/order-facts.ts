import { sql } from 'kysely'
import { recordOf } from '#contract/lib/record-of.ts'
import { CONFIRMATION_COLUMNS, CONFIRMATION_PLACES } from '#contract/orders/confirmation.ts'
import { MAILED_FIELDS } from '#contract/orders/order-fields.ts'
import type { Db } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'
import { notFound } from '#server/errors.ts'
import type { ClientFacts, ConfirmationFacts, EventFacts, OrderFacts } from './order-variables.ts'

/** Everything that mails show about an order, and the client they go to. */
export interface MailedOrder {
  order: OrderFacts & { userId: number }
  event: EventFacts | null
  confirmation: ConfirmationFacts | null
  client: ClientFacts
}

/** Looks up ports and cities by code. Ports win over cities with the same code; unknown codes are shown unchanged. */
async function placeNames(db: Db, codes: readonly string[]): Promise<(code: string) => string> {
  const names = new Map<string, string>()
  if (codes.length > 0) {
    const wanted = codes.map((code) => code.toUpperCase())
    const { rows } = await sql<{ code: string; name: string }>`
      select upper(code) as code, name from cities where upper(code) = any(${wanted}::text[])
      union all select upper(code), name from ports where upper(code) = any(${wanted}::text[])`.execute(db)
    for (const { code, name } of rows) names.set(code, name)
  }
  return (code) => names.get(code.toUpperCase()) ?? code
}

const ORDER_COLUMNS = [
  ...(['userId', 'trackingCode', 'createdAt', 'cityName', 'cartageName'] as const),
  ...MAILED_FIELDS.map(({ key }) => key),
].map((key) => `o.${key}` as const)

const readRow = (db: Db, orderId: number, entryId: number | undefined) =>
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
    .where('o.id', '=', orderId)
    .where('o.deletedAt', 'is', null)
    .$call(planned)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>

async function confirmationOf(db: Db, row: Row): Promise<ConfirmationFacts | null> {
  if (row.confirmedId === null) return null
  const codes = CONFIRMATION_PLACES.map((place) => row[place] ?? '').filter((code) => code !== '')
  const nameOf = await placeNames(db, codes)
  return {
    ...row,
    vessel: row.vessel ?? '',
    vesselVoyage: row.vesselVoyage ?? '',
    bookingClauses: row.bookingClauses ?? '',
    ...recordOf(CONFIRMATION_PLACES, (place) => nameOf(row[place] ?? '')),
  }
}

/**
 * Reads what mails about an order show. The event is history entry `entryId`, or the last one.
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
    confirmation: await confirmationOf(db, row),
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
