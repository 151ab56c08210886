import { sql } from 'kysely'
import { CLIENT_LABELS } from '#contract/clients/clients.ts'
import { formatAt } from '#contract/lib/format.ts'
import { CONFIRMATION_LABELS } from '#contract/orders/confirmation.ts'
import { FULL_ORDER_LABELS } from '#contract/orders/order-fields.ts'
import { isoTime, type Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordEach } from '#server/resource/audit.ts'
import type { Columns } from './row-changes.ts'

/** A part of a record that is saved on its own, as by the forms: with its own version and entry of the trail. */
interface Part {
  table: 'orders' | 'confirmations' | 'users'
  /** The column with the id that rows name. */
  key: 'id' | 'order_id'
  /** Whether a change makes a new version. */
  versioned: boolean
  entity: 'orders' | 'confirmations' | 'clients'
  action: string
}

/** The parts that an import changes. */
export const PARTS = {
  order: { table: 'orders', key: 'id', versioned: true, entity: 'orders', action: 'order.update' },
  inCharge: { table: 'orders', key: 'id', versioned: false, entity: 'orders', action: 'order.in-charge' },
  confirmation: {
    table: 'confirmations',
    key: 'order_id',
    versioned: true,
    entity: 'confirmations',
    action: 'confirmation.update',
  },
  client: { table: 'users', key: 'id', versioned: true, entity: 'clients', action: 'client.update' },
} as const satisfies Record<string, Part>
export type PartName = keyof typeof PARTS

/** A record as the database writes it in JSON, by its columns. */
export type Stored = Columns & { updated_at: string }

/** The version of a stored record. */
export const versionOf = (record: Stored): string => isoTime(record.updated_at)

/** These records as they are, locked in the order of their ids. */
export async function lockPart(tx: Tx, name: PartName, ids: readonly number[]): Promise<Map<number, Stored>> {
  const { table, key } = PARTS[name]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; record: Stored }>`
    select t.${sql.ref(key)} as id, to_jsonb(t) as record from ${sql.table(table)} t
    where t.${sql.ref(key)} = any(${[...ids]}) order by t.${sql.ref(key)} for update`.execute(tx)
  return new Map(rows.map(({ id, record }) => [id, record]))
}

/** A field of the contract behind a column; '' for one that follows another. */
export function fieldOf(column: string): string {
  if (column.startsWith('origin_')) return 'shipmentOriginPort'
  if (column === 'city_name' || column === 'cartage_name') return ''
  if (column === 'vessel_id') return 'vessel'
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const LABELS: Readonly<Record<string, string>> = {
  ...CONFIRMATION_LABELS,
  ...FULL_ORDER_LABELS,
  inChargeId: 'In charge',
}
/** The label of the field behind a column; '' for one that follows another. */
export const labelOf = (name: PartName, column: string): string =>
  (name === 'client' ? CLIENT_LABELS[fieldOf(column) as keyof typeof CLIENT_LABELS] : LABELS[fieldOf(column)]) ?? ''

const TIME = /^\d{4}-\d{2}-\d{2}T.*\+00:00$/

/** Columns as the trail names them; vessels with their names. */
function asTrail(columns: Columns, vessels: ReadonlyMap<number, string>): Columns {
  const trail: Columns = {}
  for (const [column, value] of Object.entries(columns)) {
    const field = column === 'city_name' ? 'cityName' : column === 'cartage_name' ? 'cartageName' : fieldOf(column)
    if (field === 'shipmentOriginPort') trail[field] ??= value
    else if (field === 'vessel')
      trail[field] = typeof value === 'number' ? { id: value, name: vessels.get(value) } : null
    else trail[field] = typeof value === 'string' && TIME.test(value) ? isoTime(value) : value
  }
  return trail
}

async function vesselNames(tx: Tx, records: readonly Columns[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(records.flatMap(({ vessel_id: id }) => (typeof id === 'number' ? [id] : [])))]
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('vessels').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A record, locked, and the columns that change. */
export interface PartChange {
  id: number
  before: Stored
  columns: Columns
}

const pick = (record: Columns, columns: readonly string[]): Columns =>
  Object.fromEntries(columns.map((column) => [column, record[column] ?? null]))

/**
 * Writes the columns of locked records, with new versions and an entry of the trail for each, in a few
 * statements. Returns the records afterwards.
 */
export async function writePart(
  tx: Tx,
  name: PartName,
  changes: readonly PartChange[],
  actor: Actor,
): Promise<Map<number, Stored>> {
  if (changes.length === 0) return new Map()
  const { table, key, versioned, entity, action } = PARTS[name]
  const columns = [...new Set(changes.flatMap((change) => Object.keys(change.columns)))]
  const given = changes.map((change) => ({ ...pick(change.before, columns), ...change.columns, [key]: change.id }))
  const set = columns.map((column) => sql`${sql.ref(column)} = g.${sql.ref(column)}`)
  if (versioned) set.push(sql`updated_at = next_version(t.updated_at)`)
  const { rows } = await sql<{ id: number; record: Stored }>`
    update ${sql.table(table)} t set ${sql.join(set)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given)}::jsonb) g
    where t.${sql.ref(key)} = g.${sql.ref(key)} returning t.${sql.ref(key)} as id, to_jsonb(t) as record`.execute(tx)
  const after = new Map(rows.map(({ id, record }) => [id, record]))
  const vessels = await vesselNames(tx, [...given, ...changes.map(({ before }) => before)])
  const events = changes.map((change) => {
    const changed = Object.keys(change.columns)
    return {
      action,
      entity,
      entityId: change.id,
      before: asTrail(pick(change.before, changed), vessels),
      after: asTrail(pick(after.get(change.id) ?? {}, changed), vessels),
    }
  })
  await recordEach(tx, actor, events, [...new Set(events.flatMap(({ after: each }) => Object.keys(each)))])
  return after
}

/** Booking confirmations that an import makes for orders without one, each with an entry of the trail. */
export async function makeConfirmations(
  tx: Tx,
  made: readonly { id: number; columns: Columns }[],
  actor: Actor,
): Promise<Map<number, Stored>> {
  if (made.length === 0) return new Map()
  const columns = [...new Set(made.flatMap((each) => Object.keys(each.columns)))]
  const refs = columns.map((column) => sql`g.${sql.ref(column)}`)
  // Texts are empty where a row says nothing, all others null.
  const given = made.map((each) => ({ ...emptyOf(columns), ...each.columns, order_id: each.id }))
  const { rows } = await sql<{ id: number; record: Stored }>`
    insert into confirmations as t (order_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select g.order_id, ${sql.join(refs)} from jsonb_populate_recordset(null::confirmations, ${JSON.stringify(given)}::jsonb) g
    returning t.order_id as id, to_jsonb(t) as record`.execute(tx)
  const after = new Map(rows.map(({ id, record }) => [id, record]))
  const vessels = await vesselNames(tx, given)
  const events = made.map(({ id, columns: changed }) => ({
    action: PARTS.confirmation.action,
    entity: PARTS.confirmation.entity,
    entityId: id,
    before: {},
    after: asTrail(pick(after.get(id) ?? {}, Object.keys(changed)), vessels),
  }))
  await recordEach(tx, actor, events, [...new Set(events.flatMap(({ after: each }) => Object.keys(each)))])
  return after
}

/** Nothing, in these columns of a confirmation. */
export const emptyOf = (columns: readonly string[]): Columns =>
  Object.fromEntries(columns.map((column) => [column, column.endsWith('_at') || column.endsWith('_id') ? null : '']))

/**
 * Who last changed these records, or these fields of them, and when: 'changed by Marta at 10:02', by id.
 * Those of whom the trail knows nothing are left out.
 */
export async function lastChanges(
  tx: Tx,
  name: PartName,
  asked: readonly { id: number; fields: readonly string[] }[],
  timeZone: string,
): Promise<ReadonlyMap<number, string>> {
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ id: number; by: string; at: string }>`
    select q.id, coalesce(u.username, 'someone else') as by, a.at
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q (id integer, fields text[])
      cross join lateral (
        select t.at, t.user_id from audit_entries t
        where t.entity = ${PARTS[name].entity} and t.entity_id = q.id and (q.fields = '{}' or t.after ?| q.fields)
        order by t.id desc limit 1
      ) a
      left join users u on u.id = a.user_id`.execute(tx)
  return new Map(rows.map(({ id, by, at }) => [id, `changed by ${by} ${formatAt(at, timeZone)}`]))
}
