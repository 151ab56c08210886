import type { Db } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'
import type { Actor } from '#server/http/app-types.ts'

type Fields = Record<string, unknown>

/** A change to record in the audit trail. */
export interface AuditEvent {
  /** 'order.update', 'session.login' … */
  action: string
  entity: string
  entityId?: number | null
  before?: object | null
  after?: object | null
}

/** Never recorded, whatever a caller allows. */
const SECRET = /password|token|hash|secret/i

function allowed(record: object | null | undefined, fields: readonly string[]): Fields | null {
  if (!record) return null
  return Object.fromEntries(Object.entries(record).filter(([key]) => fields.includes(key) && !SECRET.test(key)))
}

/** Drops unchanged fields if there are both sides. */
function changed(before: Fields | null, after: Fields | null): [Fields | null, Fields | null] {
  if (!before || !after) return [before, after]
  const keys = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const pick = (record: Fields) => Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
  return [pick(before), pick(after)]
}

/** The values that one entry stores: `fields` only, and without what did not change. */
function entryOf(actor: Actor, event: AuditEvent, fields: readonly string[]) {
  const [before, after] = changed(allowed(event.before, fields), allowed(event.after, fields))
  return {
    userId: actor.userId,
    impersonatorId: actor.impersonatorId,
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
 * The way into the audit trail: records `fields` only, in the given transaction. Always call it in the transaction of
 * the change itself.
 */
export async function recordAudit(
  tx: Db,
  actor: Actor,
  event: AuditEvent,
  fields: readonly string[] = [],
): Promise<void> {
  await tx
    .insertInto('auditEntries')
    .values(entryOf(actor, event, fields))
    .$call(planned)
    .execute()
}

/** Records one entry for each of these records, all in one statement. */
export async function recordAudits(
  tx: Db,
  actor: Actor,
  { entityIds, ...event }: Omit<AuditEvent, 'entityId'> & { entityIds: readonly number[] },
): Promise<void> {
  if (entityIds.length === 0) return
  const entries = entityIds.map((entityId) => entryOf(actor, { ...event, entityId }, []))
  await tx.insertInto('auditEntries').values(entries).execute()
}
