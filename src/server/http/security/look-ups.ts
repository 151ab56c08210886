import { Role } from '#contract/accounts/session.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { hasFactorSql, steppedUpSql } from './second-factor.ts'

/** One JSON column: describing and parsing ten columns takes longer than finding them. */
const ofSession = (wal = 'null') => `
  select json_build_object(
    'id', s.id, 'userId', s.user_id, 'impersonatorId', s.impersonator_id,
    'username', u.username, 'email', u.email, 'roles', u.role, 'wal', ${wal},
    'stale', s.last_used_at < now() - interval '1 minute',
    'secondFactor', ${hasFactorSql('u.id')}, 'steppedUp', ${steppedUpSql('s')}, 
    'bothFactors', s.signed_in_by = 'passkey' or s.both_factors,
    'actorValid', s.impersonator_id is null or exists (
      select 1 from users a where a.id = s.impersonator_id and a.deleted_at is null and a.disabled_at is null
        and a.role && array['${Role.ADMIN}', '${Role.MANAGER}']
    )
  ) as session
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and u.deleted_at is null and u.disabled_at is null`

/**
 * A key acts for the administrator who made it, with a manager's rights at most. Its number is negative, so
 * that it is no session's.
 */
const ofKey = (wal = 'null') => `
  select json_build_object(
    'id', -s.id, 'apiKeyId', s.id, 'scopes', s.scopes, 'userId', u.id, 'impersonatorId', null,
    'username', u.username, 'email', u.email, 'roles', array['${Role.MANAGER}'], 'wal', ${wal}, 'secondFactor', false, 'steppedUp', false,
    'bothFactors', false, 'stale', coalesce(s.last_used_at < now() - interval '1 minute', true), 'actorValid', true,
    'stored', json_build_object(
      'hash', encode(s.hash, 'hex'), 'revoked', s.revoked_at is not null, 'expired', coalesce(s.expires_at <= now(), false),
      'ownerValid', u.deleted_at is null and u.disabled_at is null and '${Role.ADMIN}' = any(u.role)
    )
  ) as session
  from api_keys s join users u on u.id = s.created_by
  where s.prefix = $1`

const WAL = `json_build_object('now', pg_current_wal_flush_lsn() - '0/0', 'written', coalesce(s.written_to, 0))`

/** Statements that find who calls: by a token or a key, without and with replicas to choose from. */
export const LOOK_UPS = {
  session: { plain: `${ofSession()} ${PLANNED}`, withWal: `${ofSession(WAL)} ${PLANNED}` },
  key: { plain: `${ofKey()} ${PLANNED}`, withWal: `${ofKey(WAL)} ${PLANNED}` },
}
