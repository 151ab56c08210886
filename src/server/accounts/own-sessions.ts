import { sql } from 'kysely'
import type { OwnSession } from '#contract/accounts/own-sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { deviceWords } from './device-words.ts'
import { endSessions } from './sessions.ts'

/** Most sessions that are listed, the latest first. */
const MOST = 100

/** SQL condition: sessions that this person opened. A view of the site as a client belongs to its viewer. */
const openedBy = (userId: number) =>
  sql<boolean>`(s.impersonator_id = ${userId} or (s.user_id = ${userId} and s.impersonator_id is null))`

interface Whose {
  userId: number
  /** Id of the calling session. */
  id: number
}

/** Live sessions of a person, the one used last first, including views of the customer site as a client. */
export async function listSessions(db: Db, { userId, id }: Whose): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.ip', 's.userAgent', 's.createdAt', 's.lastUsedAt'])
    .select(['s.impersonatorId', 'u.id as userId', 'u.username'])
    .where(openedBy(userId))
    .where('s.expiresAt', '>', sql<string>`now()`)
    .orderBy('s.lastUsedAt', 'desc')
    .orderBy('s.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ userAgent, impersonatorId, userId: of, username, ...row }) => ({
    ...row,
    device: deviceWords(userAgent),
    current: row.id === id,
    viewing: impersonatorId === null ? null : { id: of, username },
  }))
}

/**
 * Ends one of a person's sessions at once, with the views of the customer site that began in it. Returns its
 * values for the audit trail. Throws 404.
 */
export async function endSession(tx: Tx, userId: number, id: number) {
  const { rows } = await sql<{ id: number; userAgent: string; ip: string }>`
    delete from sessions s where (s.id = ${id} or s.started_by = ${id}) and ${openedBy(userId)}
    returning s.id::float8, s.user_agent, s.ip`.execute(tx)
  const ended = rows.find((row) => row.id === id)
  if (!ended) throw notFound('Session')
  return { session: id, device: deviceWords(ended.userAgent), ip: ended.ip }
}

/** Ends one of the caller's sessions at once. Throws 404. */
export async function endOwnSession(tx: Tx, _: unknown, { id }: { id: number }, actor: Actor): Promise<void> {
  const userId = actor.userId ?? 0
  const after = await endSession(tx, userId, id)
  await recordAudit(tx, actor, { action: 'session.end', entity: 'users', entityId: userId, after }, Object.keys(after))
}

/** Ends all of the caller's sessions except the calling one, including views as clients. Returns how many. */
export async function endOtherSessions(tx: Tx, _: unknown, { userId, id }: Whose, actor: Actor): Promise<number> {
  const ended = await endSessions(tx, userId, id)
  const after = { sessions: ended }
  await recordAudit(tx, actor, { action: 'session.end-others', entity: 'users', entityId: userId, after }, ['sessions'])
  return ended
}
