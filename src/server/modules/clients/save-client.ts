import type { z } from 'zod'
import {
  type Client,
  clientFields,
  type clientPatch,
  EMAIL_TAKEN,
  type registrationInput,
} from '#contract/clients/clients.ts'
import { Role } from '#contract/session/session.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { databaseError } from '#server/db/failures.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import { lockClient, readClient } from './read-clients.ts'

const FIELDS: readonly string[] = [...Object.keys(clientFields.shape), 'confirmed']

/** Names the field when the address belongs to somebody already: 409. */
export async function withFreeEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (databaseError(error)?.constraint !== 'users_email_key') throw error
    throw new AppError(409, EMAIL_TAKEN, { email: EMAIL_TAKEN })
  }
}

/** Makes a confirmed client. The password is hashed by the caller, outside the transaction. */
export async function registerClient(
  tx: Tx,
  { password: _, ...fields }: z.output<typeof registrationInput>,
  passwordHash: string,
  actor: Actor,
): Promise<Client> {
  const { id } = await tx
    .insertInto('users')
    .values({ ...fields, role: [Role.CLIENT], confirmed: true, passwordHash, deletedBy: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await readClient(tx, id)
  await recordAudit(tx, actor, { action: 'client.create', entity: 'clients', entityId: id, after }, FIELDS)
  return after
}

/** Changes what was sent of a client; with a password its sessions end. Throws 403, 404, 409. */
export async function editClient(
  db: Db,
  id: number,
  body: z.output<typeof clientPatch>,
  actor: Actor,
): Promise<Client> {
  const { updatedAt, password, ...patch } = body
  await readClient(db, id)
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return withFreeEmail(() =>
    db.transaction().execute(async (tx) => {
      const before = await lockClient(tx, id)
      await checkVersion(tx, updatedAt, before, 'clients', () => before)
      await tx
        .updateTable('users')
        .set({ ...patch, updatedAt: nextVersion() })
        .where('id', '=', id)
        .execute()
      if (passwordHash) await setPassword(tx, id, passwordHash, actor)
      const after = await readClient(tx, id)
      await recordAudit(tx, actor, { action: 'client.update', entity: 'clients', entityId: id, before, after }, FIELDS)
      return after
    }),
  )
}

/** Gives a client a new password and ends its sessions. Throws 403, 404. */
export async function changePassword(db: Db, id: number, secret: string, actor: Actor): Promise<void> {
  await readClient(db, id)
  const passwordHash = await hashPassword(secret)
  await db.transaction().execute(async (tx) => {
    await lockClient(tx, id)
    await setPassword(tx, id, passwordHash, actor)
  })
}

async function setPassword(tx: Tx, id: number, passwordHash: string, actor: Actor): Promise<void> {
  await tx.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
  await endSessionsOf(tx, id)
  await recordAudit(tx, actor, { action: 'client.password', entity: 'clients', entityId: id })
}

/** Ends every session of a client, its impersonations too. */
export async function endSessionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute()
}
