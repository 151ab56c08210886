import { md5 } from 'js-md5'
import { sql } from 'kysely'
import type { Role } from '#contract/accounts/session.ts'
import { isClient } from '#contract/clients/clients.ts'
import { deleteClient } from '#server/accounts/delete-client.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwords/passwords.ts'
import { setPassword } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { newToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'

/** A live account that still has the password it got from the demo data. */
interface Published {
  id: number
  email: string
  role: Role[]
}

/** All live accounts that can be logged in to with a password of the demo data. */
export async function findPublished(db: Db): Promise<Published[]> {
  const { demoLogins } = await import('#demo/people/staff.ts')
  const passwords = new Map(demoLogins().map(({ email, password }) => [email, password]))
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'passwordHash'])
    .where('email', 'in', [...passwords.keys()])
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute()
  // The demo data hashes each password once, so a few comparisons answer for all.
  const known = new Map<string, Promise<boolean>>()
  const published: Published[] = []
  for (const { id, email, role, passwordHash } of accounts) {
    const password = passwords.get(email) ?? ''
    const pair = `${passwordHash} ${password}`
    const same = known.get(pair) ?? verifyPassword(passwordHash, md5(password.normalize('NFC')))
    known.set(pair, same)
    if (await same) published.push({ id, email, role })
  }
  return published
}

/**
 * Deletes these accounts: clients as the app deletes them, with their booking requests, which can be restored
 * for 30 days. Their passwords no longer work after that either. Returns how many accounts and booking
 * requests were deleted.
 */
export async function removePublished(tx: Tx, accounts: readonly Published[], actor: Actor) {
  const passwordHash = await hashPassword(md5(newToken()))
  let orders = 0
  for (const { id, email, role } of accounts) {
    await setPassword(tx, id, passwordHash)
    if (isClient({ role })) {
      orders += (await deleteClient(tx, null, { id }, actor)).orders
      continue
    }
    await tx.updateTable('users').set({ deletedAt: sql`now()` }).where('id', '=', id).execute()
    await recordAudit(tx, actor, { action: 'staff.remove', entity: 'users', entityId: id, before: { email } }, [
      'email',
    ])
  }
  return { accounts: accounts.length, orders }
}
