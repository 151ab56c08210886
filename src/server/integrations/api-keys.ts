import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import type { ApiKey, ApiKeyInput, NewApiKey } from '#contract/integrations/api-keys.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { requireLiveSession } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { newKey } from '#server/http/security/credentials.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { contains, spelledLike } from '#server/resource/folded.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'

const STATE = sql<ApiKey['state']>`case
  when k.revoked_at is not null then 'revoked'
  when k.expires_at <= now() then 'expired'
  when u.deleted_at is not null or u.disabled_at is not null or ${Role.ADMIN} <> all(u.role) then 'suspended'
  else 'active' end`

const base = (db: Db) =>
  db
    .selectFrom('apiKeys as k')
    .innerJoin('users as u', 'u.id', 'k.createdBy')
    .select(['k.id', 'k.name', 'k.prefix', 'k.createdAt', 'k.expiresAt', 'k.lastUsedAt', 'k.revokedAt'])
    .select(['u.username as createdBy', STATE.as('state'), sql<ApiKey['scopes']>`k.scopes`.as('scopes')])

const named = (search: string) =>
  search === ''
    ? sql<boolean>`true`
    : sql<boolean>`(${contains([sql`k.name`], search)} or ${spelledLike(sql`k.prefix`, search, 'whole')})`

/** A page of the keys, newest first by default. */
export function listApiKeys(db: Db, query: ListQuery<'id'>): Promise<Page<ApiKey>> {
  const where = named(query.search)
  const direction = query.order[0]?.direction ?? 'desc'
  return paginate(
    query,
    () => countRows(db, sql`api_keys k where ${where}`),
    (limit, offset) => base(db).where(where).orderBy('k.id', direction).limit(limit).offset(offset).execute(),
  )
}

async function readApiKey(db: Db, id: number): Promise<ApiKey> {
  const found = await base(db).where('k.id', '=', id).executeTakeFirst()
  if (!found) throw notFound('API key')
  return found
}

const AUDITED = ['name', 'prefix', 'scopes', 'expiresAt', 'revokedAt']

/** Makes a key that acts for the caller. Only this answer has its text: the database has its hash. */
export async function createApiKey(tx: Tx, services: Services, input: ApiKeyInput, actor: Actor): Promise<NewApiKey> {
  await requireLiveSession(tx, actor.userId ?? 0, actor.sessionId ?? null)
  const { key, prefix, hash } = newKey()
  const { id } = await tx
    .insertInto('apiKeys')
    .values({ ...input, prefix, hash, createdBy: actor.userId ?? 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(
    tx,
    actor,
    { action: 'api-key.create', entity: 'apiKeys', entityId: id, after: { ...input, prefix } },
    AUDITED,
  )
  await tellOwner(tx, services, 'key-created', { by: actor })
  return { ...(await readApiKey(tx, id)), key }
}

/** Ends a key at once. Revoking a key twice changes nothing. Throws 404. */
export async function revokeApiKey(tx: Tx, _: Services, { id }: { id: number }, actor: Actor): Promise<null> {
  const before = await tx.selectFrom('apiKeys').select('revokedAt').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw notFound('API key')
  if (before.revokedAt) return null
  const after = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql`now()`, revokedBy: actor.userId })
    .where('id', '=', id)
    .returning('revokedAt')
    .executeTakeFirstOrThrow()
  await recordAudit(tx, actor, { action: 'api-key.revoke', entity: 'apiKeys', entityId: id, before, after }, AUDITED)
  return null
}
