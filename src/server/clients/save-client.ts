import type { z } from 'zod'
import { Role } from '#contract/accounts/session.ts'
import { type Client, clientFields, type clientPatch, type registrationInput } from '#contract/clients/clients.ts'
import { normalEmail } from '#contract/lib/text.ts'
import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { lockClient, readClient } from '#server/accounts/read-client.ts'
import { setPassword } from '#server/accounts/sessions.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'

const FIELDS: readonly string[] = [...Object.keys(clientFields.shape), 'confirmed']

/** The input with the password's hash, computed outside the transaction because hashing is slow. */
type Hashed<T extends { password?: unknown }> = Omit<T, 'password'> & { passwordHash: string }
type Registration = Hashed<z.output<typeof registrationInput>>
type Edit = Omit<z.output<typeof clientPatch>, 'password'> & { id: number; passwordHash: string | undefined }

/** Creates a confirmed client. */
export async function registerClient(tx: Tx, _: Services, input: Registration, actor: Actor): Promise<Client> {
  const { id } = await tx
    .insertInto('users')
    .values({ ...input, role: [Role.CLIENT], confirmed: true, deletedBy: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await readClient(tx, id)
  await recordAudit(tx, actor, { action: 'client.create', entity: 'clients', entityId: id, after }, FIELDS)
  return after
}

/** Changes the fields that were sent; a new password ends the client's sessions. Throws 403, 404, 409. */
export async function editClient(tx: Tx, services: Services, input: Edit, actor: Actor): Promise<Client> {
  const { id, updatedAt, passwordHash, ...patch } = input
  const before = await lockClient(tx, id)
  await checkVersion(tx, updatedAt, before, 'clients', () => before)
  await tx
    .updateTable('users')
    .set({ ...patch, updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  const after = await readClient(tx, id)
  // The notice goes to the old address: the change itself may have set a new one.
  const of = { by: actor, userId: id, address: before.email }
  if (passwordHash) await setAndTell(tx, services, passwordHash, of)
  if (normalEmail(after.email) !== normalEmail(before.email)) await tellOwner(tx, services, 'email-changed', of)
  await recordAudit(tx, actor, { action: 'client.update', entity: 'clients', entityId: id, before, after }, FIELDS)
  return after
}

/** Gives a client a new password and ends its sessions. Throws 403, 404. */
export async function changePassword(
  tx: Tx,
  services: Services,
  { id, passwordHash }: { id: number; passwordHash: string },
  actor: Actor,
): Promise<void> {
  const { email: address } = await lockClient(tx, id)
  await setAndTell(tx, services, passwordHash, { by: actor, userId: id, address })
}

interface Of {
  by: Actor
  /** Id of the client. */
  userId: number
  address: string
}

async function setAndTell(tx: Tx, services: Services, passwordHash: string, of: Of): Promise<void> {
  await setPassword(tx, of.userId, passwordHash)
  await recordAudit(tx, of.by, { action: 'client.password', entity: 'clients', entityId: of.userId })
  await tellOwner(tx, services, 'password-changed', of)
}
