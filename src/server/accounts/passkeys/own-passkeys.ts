import type { z } from 'zod'
import type { Passkey, passkeyNameInput } from '#contract/accounts/passkeys.ts'
import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

const base = (db: Db, userId: number) =>
  db.selectFrom('passkeys').select(['id', 'name', 'createdAt', 'lastUsedAt']).where('userId', '=', userId)

/** The passkeys of an account, in the order they were registered. */
export const listPasskeys = (db: Db, userId: number): Promise<Passkey[]> => base(db, userId).orderBy('id').execute()

/** Locks one of an account's own passkeys. Throws 404 for anybody else's. */
async function lockPasskey(tx: Tx, id: number, userId: number): Promise<Passkey> {
  const found = await base(tx, userId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw notFound('Passkey')
  return found
}

/** Renames one of the caller's passkeys. Throws 404. */
export async function renamePasskey(
  tx: Tx,
  _: Services,
  { id, name }: { id: number } & z.output<typeof passkeyNameInput>,
  actor: Actor,
): Promise<Passkey> {
  const userId = actor.userId ?? 0
  const before = await lockPasskey(tx, id, userId)
  await tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
  const event = { action: 'session.passkey-rename', entity: 'users', entityId: userId, before, after: { name } }
  await recordAudit(tx, actor, event, ['name'])
  return { ...before, name }
}

/** Removes one of the caller's passkeys: it signs nobody in from then on. Sessions stay. Throws 404. */
export async function removePasskey(tx: Tx, services: Services, { id }: { id: number }, actor: Actor): Promise<null> {
  const userId = actor.userId ?? 0
  const before = await lockPasskey(tx, id, userId)
  await tx.deleteFrom('passkeys').where('id', '=', id).execute()
  const event = { action: 'session.passkey-remove', entity: 'users', entityId: userId, before }
  await recordAudit(tx, actor, event, ['name'])
  await tellOwner(tx, services, 'passkey-removed', { by: actor })
  return null
}
