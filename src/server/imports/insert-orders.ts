import { sql } from 'kysely'
import { ORDER_FIELD_KEYS } from '#contract/orders/order-fields.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { CONFIRMATION_IMPORTED } from '#server/imports/rows/confirmation-cells.ts'
import { furthestOf } from '#server/imports/rows/event-cells.ts'
import { CODE_EXISTS, takenCodes } from '#server/imports/rows/judge-rows.ts'
import type { OrderRecord } from '#server/imports/rows/order-row.ts'
import { columnName } from '#server/orders/columns.ts'
import { newCode } from '#server/orders/create-order.ts'
import { recordChanges } from '#server/resource/changes.ts'
import type { BatchOutcome } from '#server/runs/run-kind.ts'
import { clientGone, placesGone, readNamed } from './named-records.ts'

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
  if (rows.length === 0) return []
  const failed: BatchOutcome[] = []
  const fail = (position: number, reason: string) => failed.push({ position, state: 'failed', reason })
  const named = await readNamed(
    tx,
    rows.map(({ record }) => record),
  )
  const taken = await takenCodes(
    tx,
    rows.flatMap(({ record }) => record.code ?? []),
  )
  const good = rows.filter(({ position, record }) => {
    const reason = clientGone(record, named) ?? placesGone(record, named) ?? (record.code && taken(record.code))
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
