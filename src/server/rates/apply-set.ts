import { sql } from 'kysely'
import { type Lane, RATE_ENTITIES, RATE_FIELDS, type RateEntity } from '#contract/rates/rate-entities.ts'
import type { RateConflict } from '#contract/rates/rate-sets.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { readBook } from '#server/pricing/rate-book.ts'
import { type AuditEvent, recordAudit, recordEach } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'
import type { RateChange } from './changed-book.ts'
import { conflictsIn, judgeChanges } from './expected.ts'
import type { LockedSet } from './lock-set.ts'
import { readChanges } from './scheduled-sets.ts'

/** The tables of the entities, and their names in the trail. */
export const RATE_TABLES = {
  freight: 'freight',
  depot: 'depots',
  location: 'locations',
  constant: 'constants',
  cartage: 'cartages',
} as const satisfies Record<RateEntity, string>

/** Columns that are yes or no, which sets store as 1 and 0. */
const FLAGS = new Set<string>(Object.keys(RATE_FIELDS.cartage))

/** The figures of one record. */
interface Figures {
  recordId: number
  figures: Record<string, number>
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Keeps others from changing rates until the transaction ends, and dates whatever it writes: all its ranges of the
 * history begin at the returned instant, as the work of a set or of nobody's. It comes before the lock of a set:
 * two acts at once on different sets would else wait for each other.
 */
export async function holdRates(tx: Tx, setId: number | null): Promise<string> {
  await sql`lock table freight, depots, locations, constants, cartages in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ at: string }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(tx)
  const at = rows[0]?.at ?? ''
  await sql`select set_config('quayside.rates_at', ${at}, true), set_config('quayside.rate_set', ${String(setId ?? '')}, true)`.execute(
    tx,
  )
  return at
}

/** Writes figures of an entity's records, in one statement, with their next versions. */
async function writeFigures(tx: Tx, entity: RateEntity, records: readonly Figures[]): Promise<void> {
  if (records.length === 0) return
  const fields = Object.keys(RATE_FIELDS[entity])
  const typed = sql.join(fields.map((field) => sql`${sql.ref(snakeCase(field))} numeric`))
  const set = sql.join(
    fields.map((field) => {
      const column = sql.ref(snakeCase(field))
      const sent = FLAGS.has(field) ? sql`(row.${column} = 1)` : sql`row.${column}`
      return sql`${column} = coalesce(${sent}, own.${column})`
    }),
  )
  const sent = records.map(({ recordId, figures }) => ({
    id: recordId,
    ...Object.fromEntries(Object.entries(figures).map(([field, value]) => [snakeCase(field), value])),
  }))
  await sql`
    update ${sql.table(RATE_TABLES[entity])} own set ${set}, updated_at = next_version(own.updated_at)
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as row (id int, ${typed}) where own.id = row.id`.execute(tx)
}

type Cell = RateChange & { recordId: number; field: string; old: number; new: number }
export const cellsIn = (changes: readonly RateChange[]) =>
  changes.filter((change): change is Cell => change.action === 'change')

/** Cells by record. */
function byRecord<T extends { recordId: number; field: string }>(cells: readonly T[]) {
  const records = new Map<number, T[]>()
  for (const cell of cells) records.set(cell.recordId, [...(records.get(cell.recordId) ?? []), cell])
  return [...records]
}

const asShown = (field: string, value: number) => (FLAGS.has(field) ? value === 1 : value)

/** Writes cells, from one value to the other, with an entry of the trail for each record. */
export async function writeCells(
  tx: Tx,
  actor: Actor,
  cells: readonly { entity: RateEntity; recordId: number; field: string; from: number; to: number }[],
): Promise<void> {
  for (const entity of RATE_ENTITIES) {
    const records = byRecord(cells.filter((cell) => cell.entity === entity))
    const values = (of: (typeof cells)[number][], side: 'from' | 'to') =>
      Object.fromEntries(of.map((cell) => [cell.field, cell[side]]))
    const shown = (of: (typeof cells)[number][], side: 'from' | 'to') =>
      Object.fromEntries(of.map((cell) => [cell.field, asShown(cell.field, cell[side])]))
    await writeFigures(
      tx,
      entity,
      records.map(([recordId, of]) => ({ recordId, figures: values(of, 'to') })),
    )
    const events = records.map(
      ([entityId, of]): AuditEvent => ({
        action: `${entity}.update`,
        entity: RATE_TABLES[entity],
        entityId,
        before: shown(of, 'from'),
        after: shown(of, 'to'),
      }),
    )
    await recordEach(tx, actor, events, Object.keys(RATE_FIELDS[entity]))
  }
}

const LANE_FIELDS = ['tier', 'dest', 'cbm', 'mt']

/** Ends lanes, and keeps the rates that they had with their changes: an undo brings those back. */
async function endLanes(tx: Tx, changes: readonly RateChange[]): Promise<(Lane & { id: number })[]> {
  const ids = changes.flatMap(({ recordId }) => recordId ?? [])
  if (ids.length === 0) return []
  const { rows } = await sql<Lane & { id: number }>`
    with gone as (
      delete from freight where id = any(${ids}::int[]) returning id, tier, dest, cbm, mt
    ), kept as (
      update rate_changes c set values = jsonb_build_object('tier', g.tier, 'dest', g.dest, 'cbm', g.cbm, 'mt', g.mt)
      from gone g where c.id = any(${changes.map(({ id }) => id)}::int[]) and c.record_id = g.id
    ) select * from gone`.execute(tx)
  return rows
}

/** Ends lanes, and begins new ones whose ids it keeps with their changes. */
async function writeLanes(tx: Tx, actor: Actor, changes: readonly RateChange[]): Promise<void> {
  const ended = await endLanes(
    tx,
    changes.filter(({ action }) => action === 'end'),
  )
  const adding = changes.filter(({ action }) => action === 'add')
  const added = new Map<number, number>()
  if (adding.length > 0) {
    const { rows } = await sql<{ changeId: number; id: number }>`
      with given as (
        select c.id as change_id, nextval(pg_get_serial_sequence('freight', 'id'))::int as id, c.values
        from rate_changes c where c.id = any(${adding.map(({ id }) => id)}::int[])
      ), made as (
        insert into freight (id, tier, dest, cbm, mt)
        select id, (values->>'tier')::int, values->>'dest', (values->>'cbm')::numeric, (values->>'mt')::numeric from given
      ), kept as (
        update rate_changes set record_id = given.id from given where rate_changes.id = given.change_id
      ) select change_id, id from given`.execute(tx)
    for (const { changeId, id } of rows) added.set(changeId, id)
  }
  const events = [
    ...ended.map(({ id: entityId, ...before }) => ({
      action: 'freight.remove',
      entity: 'freight',
      entityId,
      before,
    })),
    ...adding.map(({ id, values }) => ({
      action: 'freight.create',
      entity: 'freight',
      entityId: added.get(id) ?? null,
      after: values,
    })),
  ]
  await recordEach(tx, actor, events, LANE_FIELDS)
}

/**
 * Applies a locked set as a whole, from the instant at which its rates were held: they are true, and it is the
 * current one. Returns what no longer fits; then nothing was written.
 */
export async function applySet(tx: Tx, set: LockedSet, at: string, actor: Actor): Promise<RateConflict[]> {
  const changes = await readChanges(tx, [set.id])
  const conflicts = conflictsIn(judgeChanges(await readBook(tx, null), changes))
  if (conflicts.length > 0) return conflicts
  await writeCells(
    tx,
    actor,
    cellsIn(changes).map((cell) => ({ ...cell, from: cell.old, to: cell.new })),
  )
  await writeLanes(tx, actor, changes)
  await tx
    .updateTable('rateSets')
    .set({ state: 'past', updatedAt: nextVersion() })
    .where('state', '=', 'current')
    .execute()
  await tx
    .updateTable('rateSets')
    .set({ state: 'current', validFrom: at, appliedAt: at, refused: null, updatedAt: nextVersion() })
    .where('id', '=', set.id)
    .execute()
  await recordAudit(tx, actor, { action: 'rate set.apply', entity: 'rateSets', entityId: set.id })
  return []
}
