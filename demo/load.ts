import type { Pool, PoolClient } from 'pg'
import { insertArrivals } from '#demo/arrivals/insert-arrivals.ts'
import { type Blog, buildBlog } from '#demo/blog/build-blog.ts'
import { insertIntegrations } from '#demo/integrations/insert-integrations.ts'
import { continueIdentities, insertRows, type Rows } from '#demo/lib/insert-rows.ts'
import { createRandom } from '#demo/lib/random.ts'
import { loadTemplates } from '#demo/mail/load-templates.ts'
import { insertMailIn } from '#demo/mail-in/insert-mail-in.ts'
import { insertNotes } from '#demo/notes/insert-notes.ts'
import { insertOffers } from '#demo/offers/insert-offers.ts'
import { type OrderCounts, WHOLE_DEMO } from '#demo/orders/build-orders.ts'
import { addExceptions } from '#demo/orders/exceptions.ts'
import { insertPapers } from '#demo/orders/insert-papers.ts'
import { type BuiltOrders, loadOrders, prepareOrders } from '#demo/orders/load-orders.ts'
import type { World } from '#demo/orders/shipment.ts'
import { buildUsers } from '#demo/people/staff.ts'
import { insertRates } from '#demo/rates/insert-rates.ts'
import { CARTAGES } from '#demo/reference/cartages.ts'
import { type DeliveryTime, deliveryTimes } from '#demo/reference/depots.ts'
import { insertReference } from '#demo/reference/insert-reference.ts'
import { referenceRows, shipperRows } from '#demo/reference/reference-rows.ts'
import { insertReports } from '#demo/reports/insert-reports.ts'
import { insertCarrierEvents } from '#demo/sailings/insert-carrier-events.ts'
import type { FileStore } from '#server/files/files.ts'
import { readConstants } from '#server/pricing/quote-constants.ts'

interface DemoOptions {
  pool: Pool
  files: FileStore
  /** The time of loading; all dates are relative to it. */
  now?: Date
  /** Fewer orders than the whole demo has. */
  orders?: OrderCounts
  /** Reports progress in a few words. */
  onProgress?: (step: string) => void
}

/**
 * Fills an empty, migrated database with the demo data, all of it or nothing. The same `now` gives the same
 * rows (but for the salt of passwords). Throws if there are users already.
 */
export async function loadDemo({
  pool,
  files,
  now = new Date(),
  orders = WHOLE_DEMO,
  onProgress = () => {},
}: DemoOptions): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseUsed(client)
    onProgress('Drawing pictures and planning orders')
    const blog = buildBlog(files, now)
    blog.catch(() => {})
    const times = deliveryTimes(CARTAGES, createRandom('delivery'))
    const built = await prepareOrders(await readWorld(client, now, times), files, orders)
    const users = await buildUsers(now)
    onProgress(`Storing ${built.orders.length} orders`)
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query("set local quayside.attention = 'off'")
    await refuseUsed(client)
    await insertAll(client, { users, built, reference: referenceRows(now, times) }, now)
    await insertBlog(client, await blog)
    await insertNotes(client, now)
    await client.query(
      'update company_profile set name = $1, address = $2, phone = $3, email = $4, registration = $5, bank_lines = $6, tracking_shows_vessel = true',
      COMPANY,
    )
    // A demo needs no setting up.
    await client.query('insert into setup_dismissed (id, dismissed_at) values (1, $1)', [now])
    await continueIdentities(client)
    await insertPapers(client, now)
    await insertIntegrations(client, now)
    await insertArrivals(client, now)
    // Arrivals have containers with ids of their own.
    await continueIdentities(client)
    await client.query('analyze')
    await addExceptions(client, now)
    await insertReports(client, now)
    await insertRates(client, now)
    await insertOffers(client, now)
    await insertMailIn(client, files, now)
    await insertCarrierEvents(client, now)
    await client.query('commit')
    onProgress('The demo data is loaded')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release(true)
  }
}

/** Name, address, phone, email, registration and bank of the forwarder. */
const COMPANY = [
  'Quayside Forwarding Ltd.',
  '800 Quayside Dr\nNew Westminster, BC V3M 6Y1\nCanada',
  '+1 604 555 0101',
  'operations@quayside.example',
  'GST 00000 0000 RT0001',
  'Harbour Bank, New Westminster\nTransit 00000, institution 000, account 0000000\nSWIFT QUAYCAV0',
]

async function refuseUsed(client: PoolClient): Promise<void> {
  const { rows } = await client.query('select from users limit 1')
  if (rows.length > 0) throw new Error('The demo data goes into an empty database; this one already has users')
}

async function readWorld(client: PoolClient, now: Date, times: readonly DeliveryTime[]): Promise<World> {
  const { rows } = await client.query<{ name: string; value: number }>('select name, value from constants')
  const delivery = new Map(times.map(({ depotId, cartageId, days }) => [`${depotId},${cartageId}`, days]))
  return { now, constants: readConstants(rows), delivery }
}

interface Parts {
  users: Rows<'users'>
  reference: ReturnType<typeof referenceRows>
  built: BuiltOrders
}

async function insertAll(client: PoolClient, { users, reference, built }: Parts, now: Date): Promise<void> {
  await insertRows(client, 'users', users)
  await insertRows(client, 'shippers', shipperRows(now))
  await insertReference(client, reference)
  await insertRows(client, 'mailAddresses', reference.mailAddresses)
  const templates = await loadTemplates(client, now)
  await loadOrders(client, built, templates, now)
}

async function insertBlog(client: PoolClient, blog: Blog): Promise<void> {
  await insertRows(client, 'images', blog.images)
  await insertRows(client, 'articles', blog.articles)
  await insertRows(client, 'articleSlots', blog.slots)
}
