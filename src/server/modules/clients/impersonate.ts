import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { IMPERSONATION_SECONDS, type Impersonation, type ImpersonationEntry } from '#contract/clients/clients.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { lockClient, readClient } from './read-clients.ts'

const ENTITY = 'impersonations'
const ACTION = 'client.impersonate'

/** A token that opens the customer site as this client for an hour; who took it is kept. Throws 403, 404. */
export function impersonate(db: Db, id: number, request: FastifyRequest): Promise<Impersonation> {
  return db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, id)
    const token = newToken()
    const session = await tx
      .insertInto('sessions')
      .values({
        userId: id,
        impersonatorId: sessionOf(request).userId,
        tokenHash: hashToken(token),
        ip: request.ip,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
        expiresAt: sql`now() + make_interval(secs => ${IMPERSONATION_SECONDS}::int)`,
      })
      .returning(['id', 'expiresAt'])
      .executeTakeFirstOrThrow()
    const after = { session: session.id, username: client.username }
    await recordAudit(tx, actorOf(request), { action: ACTION, entity: ENTITY, entityId: id, after }, Object.keys(after))
    return { ...client, user_token: token, expiresAt: session.expiresAt }
  })
}

/** Who looked as this client and when, the last 100, newest first. Throws 403, 404. */
export async function impersonationsOf(db: Db, id: number): Promise<ImpersonationEntry[]> {
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

/** Ends an impersonation before its hour is over. Throws 404. */
export async function endImpersonation(
  db: Db,
  clientId: number,
  sessionId: number,
  request: FastifyRequest,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('userId', '=', clientId)
      .where('impersonatorId', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw notFound('Session')
    const after = { session: ended.id }
    await recordAudit(
      tx,
      actorOf(request),
      { action: 'client.impersonate-end', entity: ENTITY, entityId: clientId, after },
      ['session'],
    )
  })
}
