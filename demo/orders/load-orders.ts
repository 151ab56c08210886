import type { PoolClient } from 'pg'
import { insertRows, type Rows } from '#demo/lib/insert-rows.ts'
import { buildMails } from '#demo/mail/build-mails.ts'
import type { TemplateIds } from '#demo/mail/load-templates.ts'
import { ADMIN, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'
import { insertSailings } from '#demo/sailings/insert-sailings.ts'
import { type DemoSailing, planSailings } from '#demo/sailings/plan-sailings.ts'
import type { FileStore } from '#server/files/files.ts'
import { INTERRUPTIONS_LIST } from '#server/orders/append-event.ts'
import { auditRows } from './audit-rows.ts'
import { buildOrders, type OrderCounts } from './build-orders.ts'
import { confirmationRows } from './confirmations.ts'
import { storeDocuments } from './document-files.ts'
import { entryRows, type NumberedEntry, numberEntries, orderRows, priceRows } from './order-rows.ts'
import type { DemoOrder } from './planned-order.ts'
import type { World } from './shipment.ts'

export interface BuiltOrders {
  orders: DemoOrder[]
  entries: NumberedEntry[]
  documents: Rows<'documents'>
  sailings: DemoSailing[]
}

/** Builds the orders without the database, and writes the files of their documents. */
export async function prepareOrders(world: World, files: FileStore, counts: OrderCounts): Promise<BuiltOrders> {
  const { orders, sailings } = planSailings(buildOrders(world, counts), world)
  const entries = numberEntries(orders)
  return { orders, sailings, entries, documents: await storeDocuments(files, entries) }
}

/** Orders with their prices, confirmations, sailings, histories, documents, mails and trail. */
export async function loadOrders(
  client: PoolClient,
  built: BuiltOrders,
  templates: TemplateIds,
  now: Date,
): Promise<void> {
  const { orders, entries, documents, sailings } = built
  const rows = orderRows(orders)
  const confirmations = confirmationRows(orders)
  await insertRows(client, 'orders', rows)
  await insertRows(client, 'orderPrices', priceRows(orders))
  await insertRows(client, 'confirmations', confirmations)
  await insertSailings(client, { sailings, orders }, now)
  await insertRows(client, 'orderEvents', entryRows(entries, templates))
  await client.query(
    `update orders set last_event_entry_id = entries.newest, last_milestone = entries.furthest, in_charge_id = entries.staff
     from (
       select order_id, max(id) as newest, max(milestone) filter (where milestone not in (${INTERRUPTIONS_LIST})) as furthest,
         (array_agg(user_id order by id) filter (where user_id = any($1)))[1] as staff
       from order_events group by order_id
     ) as entries where entries.order_id = orders.id`,
    [[ADMIN, MANAGER, SECOND_MANAGER]],
  )
  await insertRows(client, 'documents', documents)
  await client.query('update documents set opened_at = created_at')
  const { mails, deliveries } = buildMails(entries, rows, confirmations, templates, now)
  await insertRows(client, 'mails', mails)
  await insertRows(client, 'mailDeliveries', deliveries)
  const mailOf = new Map(
    mails.flatMap(({ orderEventId, id }) => (orderEventId && id ? [[orderEventId, id] as const] : [])),
  )
  const attached = documents.flatMap(({ id, orderEventId }) => {
    const mailId = orderEventId ? mailOf.get(orderEventId) : undefined
    return mailId && id ? [{ mailId, documentId: id }] : []
  })
  await insertRows(client, 'mailDocuments', attached)
  await insertRows(client, 'auditEntries', auditRows(entries, now))
}
