import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import type { Actor } from '#server/http/app-types.ts'
import { changeInsert, changeRow } from './changes.ts'

type Fields = Record<string, unknown>

/** A change to record in the audit trail. */
export interface AuditEvent {
  /** The action, 'order.update' or 'session.login'. */
  action: string
  entity: string
  entityId?: number | null
  before?: object | null
  after?: object | null
}

/** Fields that are never recorded, whatever a caller allows. */
const SECRET = /password|token|hash|secret/i

function allowed(record: object | null | undefined, fields: readonly string[]): Fields | null {
  if (!record) return null
  return Object.fromEntries(Object.entries(record).filter(([key]) => fields.includes(key) && !SECRET.test(key)))
}

/** Drops unchanged fields if both sides are given. */
function changed(before: Fields | null, after: Fields | null): [Fields | null, Fields | null] {
  if (!before || !after) return [before, after]
  const keys = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const pick = (record: Fields) => Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
  return [pick(before), pick(after)]
}

/** Values that one entry stores: `fields` only, without unchanged ones. */
function entryOf(actor: Actor, event: AuditEvent, fields: readonly string[]) {
  const [before, after] = changed(allowed(event.before, fields), allowed(event.after, fields))
  return {
    userId: actor.userId,
    impersonatorId: actor.impersonatorId,
    apiKeyId: actor.apiKeyId ?? null,
    ip: actor.ip,
    requestId: actor.requestId,
    action: event.action,
    entity: event.entity,
    entityId: event.entityId ?? null,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }
}

/**
 * The statement of `recordAudit`, to send with others. It is a text: building it took longer than running it.
 * It also writes the change that screens follow.
 */
export function auditEntry(actor: Actor, event: AuditEvent, fields: readonly string[] = []) {
  const entry = entryOf(actor, event, fields)
  const insert = sql`
    insert into audit_entries (user_id, impersonator_id, api_key_id, ip, request_id, action, entity, entity_id, before, after)
    values (${entry.userId}, ${entry.impersonatorId}, ${entry.apiKeyId}, ${entry.ip}, ${entry.requestId}, ${entry.action},
      ${entry.entity}, ${entry.entityId}, ${entry.before}, ${entry.after})`
  const change = changeRow(actor, event)
  return change
    ? sql`with entry as (${insert}) ${changeInsert(change)} ${sql.raw(PLANNED)}`
    : sql`${insert} ${sql.raw(PLANNED)}`
}

/**
 * Records an entry in the audit trail with `fields` only, in the given transaction, and tells whoever follows
 * the record. Always call it in the transaction of the change itself.
 */
export async function recordAudit(tx: Db, ...given: Parameters<typeof auditEntry>): Promise<void> {
  await auditEntry(...given).execute(tx)
}

/** Records one entry for each of these records, all in one statement. */
export function recordAudits(
  tx: Db,
  actor: Actor,
  { entityIds, ...event }: Omit<AuditEvent, 'entityId'> & { entityIds: readonly number[] },
): Promise<void> {
  const events = entityIds.map((entityId) => ({ ...event, entityId }))
  return recordEach(tx, actor, events, [])
}

/** Records an entry for each change, with `fields` only, all in one statement. */
export async function recordEach(
  tx: Db,
  actor: Actor,
  events: readonly AuditEvent[],
  fields: readonly string[],
): Promise<void> {
  if (events.length === 0) return
  const entries = events.map((event) => entryOf(actor, event, fields))
  const changes = events.flatMap((event) => changeRow(actor, event) ?? [])
  if (changes.length === 0) return void (await tx.insertInto('auditEntries').values(entries).execute())
  await tx
    .with('entries', (query) => query.insertInto('auditEntries').values(entries))
    .insertInto('changes')
    .values(changes)
    .execute()
}
