import { sql } from 'kysely'
import { IMPERSONATION_SECONDS, type Impersonation, type ImpersonationEntry } from '#contract/clients/clients.ts'
import { lockClient, readClient } from '#server/accounts/read-client.ts'
import { requireLiveSession } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

const ENTITY = 'impersonations'
const ACTION = 'client.impersonate'

interface Impersonate {
  id: number
  /** The staff member. */
  impersonatorId: number
  /** The session of the staff member. */
  sessionId: number
  userAgent: string
}

/** A token that opens the customer site as this client for an hour. Throws 401, 403, 404. */
export async function impersonate(tx: Tx, _: Services, input: Impersonate, actor: Actor): Promise<Impersonation> {
  const { id, impersonatorId, sessionId, userAgent } = input
  const client = await lockClient(tx, id)
  await requireLiveSession(tx, impersonatorId, sessionId)
  const token = newToken()
  const session = await tx
    .insertInto('sessions')
    .values({
      userId: id,
      impersonatorId,
      startedBy: input.sessionId,
      tokenHash: hashToken(token),
      ip: actor.ip,
      userAgent: userAgent.slice(0, 300),
      expiresAt: sql`now() + make_interval(secs => ${IMPERSONATION_SECONDS}::int)`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
  const after = { session: session.id, username: client.username }
  await recordAudit(tx, actor, { action: ACTION, entity: ENTITY, entityId: id, after }, Object.keys(after))
  return { ...client, user_token: token, expiresAt: session.expiresAt }
}

/** Who viewed the customer site as this client, and when: the last 100, newest first. Throws 403, 404. */
export async function listImpersonations(db: Db, id: number): Promise<ImpersonationEntry[]> {
  await readClient(db, id)
  const { rows } = await sql<ImpersonationEntry>`
    select a.id, a.at, coalesce(u.username, '') as by, s.id as session_id
    from audit_entries a
    left join users u on u.id = a.user_id
    left join sessions s on s.id = (a.after->>'session')::bigint and s.user_id = a.entity_id and s.expires_at > now()
    where a.entity = ${ENTITY} and a.entity_id = ${id} and a.action = ${ACTION}
    order by a.id desc limit 100`.execute(db)
  return rows
}

/** Ends an impersonation early. Throws 404. */
export async function endImpersonation(
  tx: Tx,
  _: Services,
  { id, sessionId }: { id: number; sessionId: number },
  actor: Actor,
): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', id)
    .where('impersonatorId', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound('Session')
  const event = { action: 'client.impersonate-end', entity: ENTITY, entityId: id, after: { session: ended.id } }
  await recordAudit(tx, actor, event, ['session'])
}
