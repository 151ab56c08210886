import type pg from 'pg'
import { Role } from '#contract/accounts/session.ts'

const LIVE = `
  select s.id from sessions s join users u on u.id = s.user_id
  where s.id = any($1) and s.expires_at > now() and s.impersonator_id is null and u.deleted_at is null and u.disabled_at is null
    and u.role && array['${Role.ADMIN}', '${Role.MANAGER}']`

/** Those of these sessions that may still follow changes: live ones of staff. */
export async function liveSessions(pool: pg.Pool, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>(LIVE, [[...new Set(ids)]])
  return new Set(rows.map(({ id }) => id))
}
