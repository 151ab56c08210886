import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import type { HistoryOf } from '#contract/audit/audit.ts'
import { AUDIT_FILTERS } from '#contract/audit/audit-filters.ts'
import { MOST_COUNTED, type Page } from '#contract/lib/envelope.ts'
import type { Filters } from '#contract/lib/filters.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnceEach } from '#server/db/tuning/planned.ts'
import type { DB } from '#server/db/types.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { type CountKept, countNarrowed, narrowedPage } from '#server/resource/filtered-page.ts'
import { amongNames, type Condition, type FilterColumns } from '#server/resource/filters/columns.ts'
import { filterConditions } from '#server/resource/filters/conditions.ts'
import { keptFilters } from '#server/resource/filters/read-filters.ts'
import { contains } from '#server/resource/folded.ts'
import { keptTotal, type ListQuery, paginate, paginateLong } from '#server/resource/paginate.ts'
import type { StoredEntry } from './describe-entries.ts'
import { type Found, findRecords } from './find-records.ts'

/** Filters of the trail. Times are ISO 8601; `to` is exclusive. */
export interface AuditFilter {
  action?: string
  entity?: string
  entityId?: number
  userId?: number
  from?: string
  to?: string
  /** Records that the search found. */
  found?: Found
  /** Filters of the list's declaration, and the zone of their days. */
  where?: Filters
  timeZone?: string
}

const COLUMNS: FilterColumns<typeof AUDIT_FILTERS> = {
  at: { sql: 'a.at' },
  user: { sql: ['a.user_id', 'a.impersonator_id'] },
  action: amongNames({ table: 'audit_entries', column: 'action', alias: 'a' }),
  entity: amongNames({ table: 'audit_entries', column: 'entity', alias: 'a' }),
  recordId: { sql: 'a.entity_id' },
  ip: { sql: 'a.ip', indexed: true },
}

const base = (db: Db) =>
  db
    .selectFrom('auditEntries as a')
    .leftJoin('users as u', 'u.id', 'a.userId')
    .leftJoin('users as i', 'i.id', 'a.impersonatorId')
    .leftJoin('apiKeys as k', 'k.id', 'a.apiKeyId')
    .select([
      'a.id',
      'a.at',
      'a.userId',
      'u.username as user',
      'i.username as impersonator',
      'k.name as apiKey',
      'a.ip',
      'a.requestId',
      'a.action',
      'a.entity',
      'a.entityId',
      'a.before',
      'a.after',
    ])

/** Entries about the found records, and those of the people; each part has an index. */
function foundOf({ records, people }: Found) {
  const parts = records.map(({ entities, ids }) => sql`(a.entity = any(${entities}) and a.entity_id = any(${ids}))`)
  if (people.length > 0) parts.push(sql`a.user_id = any(${people})`)
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}

function conditionsOf(filter: AuditFilter): Condition[] {
  const { action, entity, entityId, userId, from, to, found, where = {}, timeZone = 'UTC' } = filter
  const parts = [
    ...filterConditions(AUDIT_FILTERS, COLUMNS, where, { timeZone }),
    action === undefined ? null : sql`a.action = ${action}`,
    entity === undefined ? null : sql`a.entity = ${entity}`,
    entityId === undefined ? null : sql`a.entity_id = ${entityId}`,
    userId === undefined ? null : sql`(a.user_id = ${userId} or a.impersonator_id = ${userId})`,
    from === undefined ? null : sql`a.at >= ${from}::timestamptz`,
    to === undefined ? null : sql`a.at < ${to}::timestamptz`,
    found === undefined ? null : foundOf(found),
  ]
  return parts.flatMap((part) => (part === null ? [] : [sql<boolean>`${part}`]))
}

/** The conditions as one; null without any. */
function conditionOf(filter: AuditFilter): Condition | null {
  const parts = conditionsOf(filter)
  return parts.length === 0 ? null : sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** The trail, newest first, for the export; from the entry before the one with this id. */
export const entriesQuery = (db: Db, filter: AuditFilter, before?: number) =>
  base(db)
    .where(conditionOf(filter) ?? sql<boolean>`true`)
    .$if(before !== undefined, (query) => query.where('a.id', '<', before ?? 0))
    .orderBy('a.id', 'desc')

/** How many entries there are, counted up to one more than `most`. */
export const countEntries = (db: Db, filter: AuditFilter, most: number): Promise<number> =>
  countNarrowed(db, { ...TRAIL, conditions: conditionsOf(filter) }, most)

const directionOf = ({ order }: ListQuery) => order[0]?.direction ?? 'desc'

const TRAIL = { from: 'audit_entries a', alias: 'a', live: 'true' }

/**
 * How many entries a view shows, counted up to one more than `most`. Throws 400 at a filter that cannot be
 * read.
 */
export const countAudit: CountKept = async (db, { filters, search }, { userId, timeZone }, most = MOST_COUNTED) => {
  const where = keptFilters(AUDIT_FILTERS, filters, userId)
  const found = search === '' ? {} : { found: await findRecords(db, search) }
  return countEntries(db, { where, timeZone, ...found }, most)
}

const made = madeOnceEach<DB>()

/**
 * A page of the trail, newest first by default. The total of the whole trail is stored; filtered totals are
 * counted.
 */
export function listAudit(db: Db, query: ListQuery, filter: AuditFilter): Promise<Page<StoredEntry>> {
  const condition = conditionOf(filter)
  if (condition && Object.keys(filter.where ?? {}).length > 0)
    return narrowedPage(db, { ...TRAIL, conditions: [condition] }, query, {
      keys: [{ by: 'a.id', direction: directionOf(query) }],
      read: (ids) =>
        base(db)
          .where('a.id', 'in', [...ids])
          .execute(),
    })
  const count = () =>
    condition ? countRows(db, sql`audit_entries a where ${condition}`) : keptTotal(db, 'audit_entries')
  const direction = directionOf(query)
  return paginateLong(query, count, async ({ limit, offset, reversed }) => {
    const page = made(condition ? null : `${direction} ${reversed}`, (on: Db, limit: number, offset: number) => {
      const ids = on
        .selectFrom('auditEntries as a')
        .select('a.id')
        .where(condition ?? sql<boolean>`true`)
        .orderBy('a.id', reversed === (direction === 'desc') ? 'asc' : 'desc')
        .limit(limit)
        .offset(offset)
      return base(on).where('a.id', 'in', ids).orderBy('a.id', direction)
    })
    return (await db.executeQuery(page(db, limit, offset))).rows
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

/** Entities whose entries belong to a record's history, by its name in the address. */
const ENTITIES: Record<HistoryOf, string[]> = {
  orders: ['orders', 'confirmations'],
  clients: ['clients'],
  sailings: ['sailings'],
  'mail-templates': ['mailTemplates'],
  'html-blocks': ['htmlBlocks'],
  offers: ['offers'],
}

/** Searches the action, the person, and the fields before and after. One record has few entries. */
function mentions(search: string) {
  if (search === '') return sql`true`
  return sql`(${contains([sql`a.action`, sql`a.before::text`, sql`a.after::text`], search)}
    or exists (select from users who where who.id in (a.user_id, a.impersonator_id) and ${contains([sql`who.username`], search)}))`
}

/** A page of one record's history, newest first by default. */
export function readHistory(db: Db, of: HistoryOf, id: number, query: ListQuery): Promise<Page<StoredEntry>> {
  const ofRecord = (record: number) =>
    sql<boolean>`a.entity = any(${ENTITIES[of]}) and a.entity_id = ${record} and ${mentions(query.search)}`
  const direction = directionOf(query)
  const page = made(
    query.search === '' ? `${of} ${direction}` : null,
    (on: Db, record: number, limit: number, offset: number) =>
      base(on).where(ofRecord(record)).orderBy('a.id', direction).limit(limit).offset(offset),
  )
  const count = () => countRows(db, sql`audit_entries a where ${ofRecord(id)}`)
  return paginate(query, count, async (limit, offset) => (await db.executeQuery(page(db, id, limit, offset))).rows)
}
