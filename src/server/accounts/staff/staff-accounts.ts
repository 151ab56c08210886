import { sql } from 'kysely'
import type { OwnSession } from '#contract/accounts/own-sessions.ts'
import { isStaff, Role } from '#contract/accounts/session.ts'
import type { StaffAccount } from '#contract/accounts/staff-accounts.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { endSession, listSessions } from '#server/accounts/own-sessions.ts'
import { endSessions } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hasFactorSql } from '#server/http/security/second-factor.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { contains } from '#server/resource/folded.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'

const STAFF = sql<boolean>`u.deleted_at is null and u.role && array[${sql.lit(Role.ADMIN)}, ${sql.lit(Role.MANAGER)}]`
const RUNNING = sql`from sessions s where s.user_id = u.id and s.impersonator_id is null and s.expires_at > now()`

const matching = (search: string) =>
  search === '' ? STAFF : sql<boolean>`${STAFF} and ${contains([sql`u.username`, sql`u.email`], search)}`

/** A page of the accounts of staff, in the order they were added by default. */
export function listStaffAccounts(db: Db, query: ListQuery<'id' | 'username'>): Promise<Page<StaffAccount>> {
  const where = matching(query.search)
  const [{ key, direction } = { key: 'id', direction: 'asc' } as const] = query.order
  return paginate(
    query,
    () => countRows(db, sql`users u where ${where}`),
    (limit, offset) =>
      db
        .selectFrom('users as u')
        .select(['u.id', 'u.username', 'u.email', 'u.role'])
        .select(sql<boolean>`${sql.raw(hasFactorSql('u.id'))}`.as('secondFactor'))
        .select(sql<number>`(select count(*)::int from passkeys p where p.user_id = u.id)`.as('passkeys'))
        .select(sql<boolean>`exists (select from oidc_accounts o where o.user_id = u.id)`.as('singleSignOn'))
        .select(sql<boolean>`u.disabled_at is not null`.as('disabled'))
        .select(sql<number>`(select count(*)::int ${RUNNING})`.as('sessions'))
        .select(sql<string | null>`(select max(s.last_used_at) ${RUNNING})`.as('lastSeenAt'))
        .where(where)
        .orderBy(`u.${key}`, direction)
        .orderBy('u.id')
        .limit(limit)
        .offset(offset)
        .execute(),
  )
}

/** Throws 404 for anybody but staff. */
async function requireStaff(db: Db, id: number): Promise<void> {
  const user = await db.selectFrom('users').select('role').where('id', '=', id).where('deletedAt', 'is', null).execute()
  if (!user[0] || !isStaff(user[0].role)) throw notFound('Staff account')
}

/** The sessions of a member of staff, as they see them. `sessionId` is that of the call. Throws 404. */
export async function listStaffSessions(
  db: Db,
  { id, sessionId }: { id: number; sessionId: number },
): Promise<OwnSession[]> {
  await requireStaff(db, id)
  return listSessions(db, { userId: id, id: sessionId })
}

/** Ends a session of a member of staff, and the views that began in it. Throws 404. */
export async function endStaffSession(
  tx: Tx,
  _: Services,
  { id, sid }: { id: number; sid: number },
  actor: Actor,
): Promise<null> {
  await requireStaff(tx, id)
  const after = await endSession(tx, id, sid)
  const event = { action: 'staff.session-end', entity: 'users', entityId: id, after }
  await recordAudit(tx, actor, event, Object.keys(after))
  return null
}

/**
 * Ends all sessions of a member of staff, their views of the site, and logins that wait for a code. Returns
 * how many. Throws 404.
 */
export async function endStaffSessions(tx: Tx, _: Services, { id }: { id: number }, actor: Actor): Promise<number> {
  await requireStaff(tx, id)
  const sessions = await endSessions(tx, id)
  const event = { action: 'staff.sessions-end', entity: 'users', entityId: id, after: { sessions } }
  await recordAudit(tx, actor, event, ['sessions'])
  return sessions
}
