import { sql } from 'kysely'
import type { z } from 'zod'
import type { publicTracking } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/client.ts'

/** The public view of the order with this full tracking code; null if no order has it. */
export async function trackPublicly(db: Db, code: string): Promise<z.infer<typeof publicTracking> | null> {
  const row = await db
    .selectFrom('orders as o')
    .leftJoin('confirmations as c', 'c.orderId', 'o.id')
    .select([
      'o.trackingCode',
      'o.status',
      'o.lastEventPublicStatus',
      'o.lastEventTime',
      'o.cityName',
      'o.cartageName',
      'c.estimatedTimeOfDepartureAt',
      sql<string | null>`coalesce(c.place_estimated_time_of_arrival_at, c.port_estimated_time_of_arrival_at)`.as(
        'estimatedTimeOfArrivalAt',
      ),
    ])
    .where('o.trackingCode', '=', code)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
