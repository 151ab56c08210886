import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** Whether an account has passkeys, or API keys that were not revoked. */
export async function hasPasskeysOrKeys(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from passkeys where user_id = ${userId})
    or exists (select from api_keys where created_by = ${userId} and revoked_at is null) as has`.execute(db)
  return rows[0]?.has ?? false
}

/**
 * Removes an account's passkeys and revokes its API keys, so that nothing an intruder left behind signs in.
 * The caller has locked the account's row. Returns the number of each in words for the account's owner;
 * undefined if there were none.
 */
export async function endPasskeysAndKeys(tx: Tx, userId: number, by: Actor): Promise<string | undefined> {
  const passkeys = await tx.deleteFrom('passkeys').where('userId', '=', userId).returning('name').execute()
  const keys = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql`now()`, revokedBy: userId })
    .where('createdBy', '=', userId)
    .where('revokedAt', 'is', null)
    .returning(['id', 'revokedAt'])
    .execute()
  const actor = { ...by, userId }
  if (passkeys.length > 0) {
    const before = { names: passkeys.map(({ name }) => name) }
    const event = { action: 'session.passkeys-remove', entity: 'users', entityId: userId, before }
    await recordAudit(tx, actor, event, ['names'])
  }
  for (const { id: entityId, revokedAt } of keys) {
    const event = { action: 'api-key.revoke', entity: 'apiKeys', entityId, after: { revokedAt } }
    await recordAudit(tx, actor, event, ['revokedAt'])
  }
  if (passkeys.length + keys.length === 0) return
  return `Removed with it: ${count(passkeys.length, 'passkey')}, ${count(keys.length, 'API key')}`
}
