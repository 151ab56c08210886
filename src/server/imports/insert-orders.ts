import { type RawBuilder, sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { CHOOSE, noSuch } from '#contract/lib/messages.ts'
import { CLIENT_GONE } from '#contract/orders/bookings.ts'
import { ORDER_FIELD_KEYS } from '#contract/orders/order-fields.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { CONFIRMATION_IMPORTED } from '#server/imports/rows/confirmation-cells.ts'
import { furthestOf } from '#server/imports/rows/event-cells.ts'
import { CODE_EXISTS, takenCodes } from '#server/imports/rows/judge-rows.ts'
import type { OrderRecord } from '#server/imports/rows/order-row.ts'
import { columnName } from '#server/orders/columns.ts'
import { newCode } from '#server/orders/create-order.ts'
import { DESTINATION_UNAVAILABLE, ORIGIN_UNAVAILABLE } from '#server/orders/origins.ts'
import { recordChanges } from '#server/resource/changes.ts'
import type { BatchOutcome } from '#server/runs/run-kind.ts'

/** A row that the check accepted. */
export interface ImportRow<R> {
  /** Position of the run's row. */
  position: number
  record: R
}

/** The file that the rows come from. */
export interface ImportOf {
  importId: number
  fileName: string
}

/** Draws of a code for an order without one, before the import gives up. */
const DRAWS = 5

const ORDER_COLUMNS = [
  ...ORDER_FIELD_KEYS.filter((key) => key !== 'shipmentOriginPort').map(columnName),
  ...['id', 'hash_sum', 'custom_code', 'user_id', 'username', 'city_name', 'cartage_name', 'in_charge_id'],
  ...['origin_location_id', 'origin_depot_id', 'origin_port_id', 'last_milestone'],
  ...['last_event_entry_id', 'last_event_id', 'last_event_name', 'last_event_public_status'],
]
const ENTRY_COLUMNS = [
  'id',
  'order_id',
  'event_id',
  'event_name',
  'event_public_status',
  'milestone',
  'date',
  'created_at',
]
const columns = (names: readonly string[], of = '') => sql.raw(names.map((name) => `${of}${name}`).join(', '))

const idsIn = (rows: readonly ImportRow<OrderRecord>[], column: string) => [
  ...new Set(rows.flatMap(({ record }) => (typeof record.order[column] === 'number' ? [record.order[column]] : []))),
]

const found = async (query: RawBuilder<{ id: number }>, tx: Tx) =>
  new Set((await query.execute(tx)).rows.map(({ id }) => id))

/**
 * The records that these rows name, as far as they still exist. Nobody can delete them until the transaction
 * ends.
 */
async function readNamed(tx: Tx, rows: readonly ImportRow<OrderRecord>[]) {
  const clientIds = idsIn(rows, 'user_id').toSorted((a, b) => a - b)
  const clients = await sql<{ id: number; username: string }>`
    select id, username from users
    where id = any(${clientIds}) and deleted_at is null and role = array[${sql.lit(Role.CLIENT)}] order by id for share`.execute(
    tx,
  )
  const all = (column: string) => idsIn(rows, column)
  const eventIds = [...new Set(rows.flatMap(({ record }) => record.entries.map(({ event_id }) => event_id)))]
  const vessels = [...new Set(rows.flatMap(({ record }) => Number(record.confirmation?.vessel_id ?? 0)))]
  return {
    clients: new Map(clients.rows.map(({ id, username }) => [id, username])),
    cartages: await found(
      sql`select id from cartages where id = any(${all('shipment_destination')}) and status for key share`,
      tx,
    ),
    locations: await found(
      sql`select id from locations where id = any(${all('origin_location_id')}) and visibility for key share`,
      tx,
    ),
    depots: await found(
      sql`select id from depots where id = any(${all('origin_depot_id')}) and visibility and status for key share`,
      tx,
    ),
    ports: await found(sql`select id from ports where id = any(${all('origin_port_id')}) for key share`, tx),
    events: await found(sql`select id from events where id = any(${eventIds}) for key share`, tx),
    vessels: await found(sql`select id from vessels where id = any(${vessels}) for key share`, tx),
  }
}

/** Why an accepted order cannot be imported any more; null if it can. */
function goneSince({ order, entries, confirmation }: OrderRecord, named: Awaited<ReturnType<typeof readNamed>>) {
  const isGone = (column: string, there: ReadonlySet<number>) =>
    typeof order[column] === 'number' && !there.has(order[column])
  if (!named.clients.has(Number(order.user_id))) return CLIENT_GONE
  if (isGone('shipment_destination', named.cartages)) return DESTINATION_UNAVAILABLE
  if (isGone('origin_location_id', named.locations) || isGone('origin_depot_id', named.depots))
    return ORIGIN_UNAVAILABLE
  if (isGone('origin_port_id', named.ports)) return ORIGIN_UNAVAILABLE
  if (entries.some(({ event_id }) => !named.events.has(event_id))) return noSuch('event')
  const vessel = confirmation?.vessel_id
  return typeof vessel === 'number' && !named.vessels.has(vessel) ? `Vessel: ${CHOOSE}` : null
}

/** Draws codes that no order and no row of the file has. */
async function drawCodes(tx: Tx, importId: number, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let draw = 0; draw < DRAWS && codes.length < count; draw++) {
    const drawn = Array.from({ length: count - codes.length }, newCode)
    const sums = drawn.map((code) => code.hashSum)
    const taken = await sql<{ sum: string }>`
      select hash_sum as sum from orders where hash_sum = any(${sums}::text[])
      union select left(record -> 'code' ->> 'own', 8) from import_rows
      where import_id = ${importId} and left(record -> 'code' ->> 'own', 8) = any(${sums}::text[])`.execute(tx)
    const used = new Set([...taken.rows.map(({ sum }) => sum), ...codes.map((code) => code.slice(0, 8))])
    for (const { hashSum, customCode } of drawn) {
      if (used.has(hashSum)) continue
      used.add(hashSum)
      codes.push(hashSum + customCode)
    }
  }
  return codes
}

const nextIds = async (tx: Tx, table: 'orders' | 'order_events', count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id)
}

interface Made {
  id: number
  code: string
  username: string
  /** Ids of the entries. */
  entryIds: readonly number[]
}

/** An order, its entries, confirmation and line of the trail in the form that the statement takes. */
function rowsOf({ record }: ImportRow<OrderRecord>, { id, code, username, entryIds }: Made, of: ImportOf) {
  const { order, confirmation } = record
  const entries = record.entries.map((entry, index) => ({
    ...entry,
    id: entryIds[index],
    order_id: id,
    date: entry.date || null,
  }))
  const last = entries.at(-1)
  const filled = Object.fromEntries(
    ORDER_FIELD_KEYS.map((key) => [key, order[columnName(key)]] as const).filter(
      ([, value]) => value !== '' && value !== null,
    ),
  )
  return {
    order: {
      ...order,
      id,
      username,
      hash_sum: code.slice(0, 8),
      custom_code: code.slice(8),
      last_milestone: furthestOf(record.entries),
      last_event_entry_id: last?.id ?? null,
      last_event_id: last?.event_id ?? null,
      last_event_name: last?.event_name ?? null,
      last_event_public_status: last?.event_public_status ?? null,
      last_event_time: last?.date ?? null,
    },
    entries,
    confirmation: confirmation && { ...confirmation, order_id: id },
    trail: {
      id,
      after: { import: `${of.fileName} (${of.importId})`, trackingCode: code, userId: order.user_id, ...filled },
    },
  }
}

/**
 * Inserts orders with their histories, confirmations and lines of the trail in one statement. Returns the
 * inserted ones.
 */
async function insertAll(tx: Tx, all: readonly ReturnType<typeof rowsOf>[], actor: Actor) {
  const json = (values: readonly unknown[]) => sql`${JSON.stringify(values)}::jsonb`
  const { rows } = await sql<{ id: number; updatedAt: string; lastEventEntryId: number | null }>`
    with given as materialized (
      select * from jsonb_populate_recordset(null::orders, ${json(all.map(({ order }) => order))})
    ), made as (
      insert into orders (${columns(ORDER_COLUMNS)}, created_at, last_event_time)
      select ${columns(ORDER_COLUMNS)}, coalesce(created_at, now()), case when last_event_id is not null then coalesce(last_event_time, now()) end
      from given on conflict do nothing returning id, updated_at, last_event_entry_id
    ), entries as (
      insert into order_events (${columns(ENTRY_COLUMNS)})
      select e.id, e.order_id, e.event_id, e.event_name, e.event_public_status, e.milestone, coalesce(e.date, now()),
        least(coalesce(e.date, now()), now())
      from jsonb_populate_recordset(null::order_events, ${json(all.flatMap(({ entries }) => entries))}) e
        join made on made.id = e.order_id
    ), confirmed as (
      insert into confirmations (order_id, ${columns(CONFIRMATION_IMPORTED)})
      select c.order_id, ${columns(CONFIRMATION_IMPORTED, 'c.')}
      from jsonb_populate_recordset(null::confirmations, ${json(all.flatMap(({ confirmation }) => confirmation ?? []))}) c
        join made on made.id = c.order_id
    ), trail as (
      insert into audit_entries (user_id, impersonator_id, api_key_id, ip, request_id, action, entity, entity_id, after)
      select ${actor.userId}::integer, ${actor.impersonatorId}::integer, ${actor.apiKeyId ?? null}::integer, ${actor.ip},
        ${actor.requestId}, 'order.import', 'orders', t.id, t.after
      from jsonb_to_recordset(${json(all.map(({ trail }) => trail))}) as t (id integer, after jsonb) join made on made.id = t.id
    )
    select id, updated_at, last_event_entry_id from made`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Switches webhooks off for the transaction: an import announces nothing to other programs. */
export const announceNothing = (tx: Tx) => sql`select set_config('quayside.webhooks', 'off', true)`.execute(tx)

/**
 * Imports the orders that the check accepted. An order whose client, place or event has gone since, or whose
 * code was taken, fails alone.
 */
export async function insertOrders(
  tx: Tx,
  rows: readonly ImportRow<OrderRecord>[],
  of: ImportOf,
  actor: Actor,
): Promise<BatchOutcome[]> {
  const failed: BatchOutcome[] = []
  const fail = (position: number, reason: string) => failed.push({ position, state: 'failed', reason })
  const named = await readNamed(tx, rows)
  const taken = await takenCodes(
    tx,
    rows.flatMap(({ record }) => record.code ?? []),
  )
  const good = rows.filter(({ position, record }) => {
    const reason = goneSince(record, named) ?? (record.code && taken(record.code))
    if (reason) fail(position, reason)
    return !reason
  })
  if (good.length === 0) return failed
  await announceNothing(tx)
  const codes = await drawCodes(tx, of.importId, good.filter(({ record }) => !ownCode(record)).length)
  const ids = await nextIds(tx, 'orders', good.length)
  const entryIds = await nextIds(
    tx,
    'order_events',
    good.reduce((sum, { record }) => sum + record.entries.length, 0),
  )
  const all = good.map((row, index) => {
    const code = ownCode(row.record) ?? codes.pop()
    if (code === undefined) throw new Error('No unused tracking code found')
    const username = named.clients.get(Number(row.record.order.user_id)) ?? ''
    return rowsOf(
      row,
      { id: ids[index] ?? 0, code, username, entryIds: entryIds.splice(0, row.record.entries.length) },
      of,
    )
  })
  const made = await insertAll(tx, all, actor)
  // Screens read their lists again: a change for each order would be more than they can follow.
  await recordChanges(tx, { userId: actor.userId }, [{ entity: 'orders', entityId: null, kind: 'create' }])
  return [
    ...failed,
    ...good.map(({ position }, index): BatchOutcome => {
      const order = made.get(ids[index] ?? 0)
      if (!order) return { position, state: 'failed', reason: CODE_EXISTS }
      const { id, updatedAt, lastEventEntryId } = order
      return { position, state: 'done', orderId: id, result: { version: updatedAt, lastEventEntryId } }
    }),
  ]
}

const ownCode = ({ code }: OrderRecord) => (code && 'own' in code ? code.own : undefined)
