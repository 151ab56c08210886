import { sql } from 'kysely'
import type { HistoryOf } from '#contract/audit/audit.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { Role } from '#contract/session/session.ts'
import type { Db } from '#server/db/client.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { keptTotal, type ListQuery, paginate, paginateLong } from '#server/resource/paginate.ts'
import type { StoredEntry } from './describe-entries.ts'

/** Filters of the trail. Times are ISO 8601; `to` is exclusive. */
export interface AuditFilter {
  action?: string
  entity?: string
  entityId?: number
  userId?: number
  from?: string
  to?: string
}

const base = (db: Db) =>
  db
    .selectFrom('auditEntries as a')
    .leftJoin('users as u', 'u.id', 'a.userId')
    .leftJoin('users as i', 'i.id', 'a.impersonatorId')
    .select([
      'a.id',
      'a.at',
      'a.userId',
      'u.username as user',
      'i.username as impersonator',
      'a.ip',
      'a.requestId',
      'a.action',
      'a.entity',
      'a.entityId',
      'a.before',
      'a.after',
    ])

function conditionOf(filter: AuditFilter) {
  const { action, entity, entityId, userId, from, to } = filter
  const parts = [
    action === undefined ? null : sql`a.action = ${action}`,
    entity === undefined ? null : sql`a.entity = ${entity}`,
    entityId === undefined ? null : sql`a.entity_id = ${entityId}`,
    userId === undefined ? null : sql`(a.user_id = ${userId} or a.impersonator_id = ${userId})`,
    from === undefined ? null : sql`a.at >= ${from}::timestamptz`,
    to === undefined ? null : sql`a.at < ${to}::timestamptz`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** The trail, newest first, for the export; from the entry before the one with this id. */
export const entriesQuery = (db: Db, filter: AuditFilter, before?: number) =>
  base(db)
    .where(conditionOf(filter) ?? sql<boolean>`true`)
    .$if(before !== undefined, (query) => query.where('a.id', '<', before ?? 0))
    .orderBy('a.id', 'desc')

/** How many entries there are, counted up to `most`, and whether a replica answered. */
export async function reachOf(db: Db, filter: AuditFilter, most: number) {
  const { rows } = await sql<{ entries: number; onReplica: boolean }>`
    select count(*)::int as entries, pg_is_in_recovery() as on_replica
    from (select from audit_entries a where ${conditionOf(filter) ?? sql`true`} limit ${most}) found`.execute(db)
  return rows[0] ?? { entries: 0, onReplica: false }
}

const directionOf = ({ order }: ListQuery) => order[0]?.direction ?? 'desc'

/** A page of the trail, newest first by default. The total of the whole trail is stored; filtered totals are counted. */
export function listAudit(db: Db, query: ListQuery, filter: AuditFilter): Promise<Page<StoredEntry>> {
  const condition = conditionOf(filter)
  const count = () =>
    condition ? countRows(db, sql`audit_entries a where ${condition}`) : keptTotal(db, 'audit_entries')
  const direction = directionOf(query)
  return paginateLong(query, count, ({ limit, offset, reversed }) => {
    const ids = db
      .selectFrom('auditEntries as a')
      .select('a.id')
      .where(condition ?? sql<boolean>`true`)
      .orderBy('a.id', reversed === (direction === 'desc') ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
    return base(db).where('a.id', 'in', ids).orderBy('a.id', direction).execute()
  })
}

/** Distinct values of an indexed column, found by jumping from each to the next. */
const distinct = (db: Db, column: 'action' | 'entity') =>
  sql<{ value: string }>`
    with recursive steps (value) as (
      (select ${sql.ref(column)} from audit_entries order by ${sql.ref(column)} limit 1)
      union all
      select (select a.${sql.ref(column)} from audit_entries a where a.${sql.ref(column)} > steps.value
        order by a.${sql.ref(column)} limit 1)
      from steps where steps.value is not null
    )
    select value from steps where value is not null`.execute(db)

/** Choices for filtering the trail. */
export async function readFilters(db: Db) {
  const [actions, entities, users] = await Promise.all([
    distinct(db, 'action'),
    distinct(db, 'entity'),
    db
      .selectFrom('users')
      .select(['id', 'username as name'])
      .where((eb) => eb.not(eb('role', '@>', sql<never>`array[${sql.lit(Role.CLIENT)}]::text[]`)))
      .orderBy('username')
      .execute(),
  ])
  return {
    actions: actions.rows.map(({ value }) => value),
    entities: entities.rows.map(({ value }) => value),
    users,
  }
}

/** The entities whose entries are part of a record's history, by its name in the address. */
const ENTITIES: Record<HistoryOf, string[]> = {
  orders: ['orders', 'confirmations'],
  clients: ['clients'],
  'mail-templates': ['mailTemplates'],
  'html-blocks': ['htmlBlocks'],
}

/** A page of one record's history, newest first by default. */
export function readHistory(db: Db, of: HistoryOf, id: number, query: ListQuery): Promise<Page<StoredEntry>> {
  const ofRecord = sql<boolean>`a.entity = any(${ENTITIES[of]}) and a.entity_id = ${id}`
  const count = () => countRows(db, sql`audit_entries a where ${ofRecord}`)
  return paginate(query, count, (limit, offset) =>
    base(db).where(ofRecord).orderBy('a.id', directionOf(query)).limit(limit).offset(offset).execute(),
  )
}
