import { sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import { clientListFields } from '#contract/orders/order-fields.ts'
import type { ClientOrderSortKey, QuoteListItem } from '#contract/orders/order-list.ts'
import { parseTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'
import { columnsOf } from '#server/orders/columns.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { containsNumber } from '#server/resource/folded.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import { LIST_COLUMNS } from './list-columns.ts'
import { orderBy } from './sort-orders.ts'

const COLUMNS = `${LIST_COLUMNS}, ${columnsOf(Object.keys(clientListFields))}`

type ClientOrdersQuery = ListQuery<ClientOrderSortKey>

/**
 * A page of a client's live orders, newest first unless the query sorts otherwise. The search finds an id, a
 * tracking code or the start of one, and parts of the supplier's name and of the PO.
 */
export function ordersOfClient(db: Db, userId: number, query: ClientOrdersQuery): Promise<Page<QuoteListItem>> {
  const { search, order } = query
  const code = parseTrackingCode(search)
  const found = sql.join(
    [
      sql`o.id::text = ${search}`,
      ...(code === '' ? [] : [sql`o.tracking_code like ${`${code}%`}`]),
      containsNumber([sql`o.company_name_shipper`, sql`o.shipment_id`], search),
    ],
    sql` or `,
  )
  const live = sql`o.user_id = ${userId} and o.deleted_at is null`
  const where = search === '' ? live : sql`${live} and (${found})`
  const count = () => countRows(db, sql`orders o where ${where}`)
  return paginate(query, count, async (limit, offset) => {
    const { rows } = await sql<QuoteListItem>`
      select ${sql.raw(COLUMNS)} from orders o where ${where}
      order by ${sql.raw(orderBy(order, 'o.'))} limit ${limit} offset ${offset}`.execute(db)
    return rows
  })
}
