import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { databaseError, FOREIGN_KEY_VIOLATION } from '#server/db/failures.ts'
import { FILES_NOTED } from './files-noted.ts'
import { clearAccountTrail, clearTrailOf } from './trail.ts'

/** Domain of the addresses of accounts whose personal data was removed. */
const PURGED_DOMAIN = 'purged.invalid'

/** The condition of an account whose personal data was removed. */
export const IS_PURGED = sql<boolean>`email like ${`%@${PURGED_DOMAIN}`}`

/** Removes personal data but keeps the row, because other rows (the audit trail) refer to it. */
async function anonymise(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      username: 'Deleted client',
      email: `client-${userId}@${PURGED_DOMAIN}`,
      phone: '',
      companyName: '',
      companyAddress: '',
      canadianBusinessNumber: '',
      passwordHash: '$argon2id$',
      orderColumnSettings: '{}',
      disabledAt: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

/** Tables whose rows belong to the account alone and are deleted with it. */
const OWN = [
  'shippers',
  'sessions',
  'loginChallenges',
  'passwordResets',
  'passkeys',
  'totpFactors',
  'recoveryCodes',
  'oidcAccounts',
  'oidcHandOvers',
  'idempotencyKeys',
  'drafts',
  'recents',
  'viewPrefs',
  'lastViews',
  'notifications',
] as const

/** Deletes the account's row, or anonymises it if other rows refer to it. */
async function removeUser(tx: Tx, userId: number): Promise<void> {
  await sql`savepoint before_user`.execute(tx)
  try {
    await tx.deleteFrom('users').where('id', '=', userId).execute()
  } catch (error) {
    if (databaseError(error)?.code !== FOREIGN_KEY_VIOLATION) throw error
    await sql`rollback to savepoint before_user`.execute(tx)
    await anonymise(tx, userId)
    await tx.deleteFrom('erasures').where('userId', '=', userId).execute()
  }
}

/** Removes the values that an import changed of an account from the rows of its run. */
const clearImports = (tx: Tx, userId: number) =>
  sql`
    update run_items i set result = without_texts(i.result) from runs r
    where r.id = i.run_id and r.kind = 'import' and r.input ->> 'of' = 'clients'
      and i.result -> 'clientId' = to_jsonb(${userId}::int) and i.result ? 'updated'`.execute(tx)

/** Uploads of an account that no order has. */
async function uploadsOf(tx: Tx, userId: number): Promise<number[]> {
  const uploads = await tx
    .selectFrom('documents')
    .select('id')
    .where('uploadedBy', '=', userId)
    .where('orderId', 'is', null)
    .execute()
  return uploads.map(({ id }) => id)
}

/** Offers to a client, and those that were made to its address before it was one. */
async function offersTo(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from offers o join users u on u.id = ${userId}
    where o.client_id = u.id or (o.client_id is null and lower(o.email) = lower(u.email))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Clears the trail of the account and of its own records, including the names it had before. */
export async function clearOwnTrail(tx: Tx, userId: number): Promise<void> {
  const shippers = await tx.selectFrom('shippers').select('id').where('userId', '=', userId).execute()
  await clearTrailOf(
    tx,
    userId,
    'shippers',
    shippers.map(({ id }) => id),
  )
  await clearTrailOf(tx, userId, 'documents', await uploadsOf(tx, userId))
  await clearTrailOf(tx, userId, 'offers', await offersTo(tx, userId))
  await clearAccountTrail(tx, userId)
}

/** Removes offers with their mails and PDFs. */
async function removeOffers(tx: Tx, userId: number): Promise<void> {
  const ids = await offersTo(tx, userId)
  await sql`delete from mails where id in (select mail_id from offer_links where offer_id = any(${ids}::int[]))`.execute(
    tx,
  )
  const { rows } = await sql<{ documentId: number | null }>`
    delete from offers where id = any(${ids}::int[]) returning document_id`.execute(tx)
  const documents = rows.flatMap(({ documentId }) => documentId ?? [])
  await sql`delete from mail_documents where document_id = any(${documents}::int[])`.execute(tx)
  await sql`with gone as (delete from documents where id = any(${documents}::int[]) returning storage_key) ${FILES_NOTED}`.execute(
    tx,
  )
}

/** Removes the account with its mails, uploads, sessions and suppliers. Notes its files for removal. */
export async function eraseAccount(tx: Tx, userId: number): Promise<void> {
  // The trail was cleared before; entries may have been added since.
  await clearOwnTrail(tx, userId)
  await removeOffers(tx, userId)
  const uploadIds = await uploadsOf(tx, userId)
  await tx.deleteFrom('mails').where('userId', '=', userId).execute()
  await sql`delete from mail_documents where document_id = any(${uploadIds}::int[])`.execute(tx)
  await sql`with gone as (delete from documents where id = any(${uploadIds}::int[]) returning storage_key) ${FILES_NOTED}`.execute(
    tx,
  )
  await sql`update quotes set client_id = null, inputs = without_texts(inputs) where client_id = ${userId}`.execute(tx)
  await sql`delete from recents where entity = 'clients' and entity_id = ${userId}`.execute(tx)
  await clearImports(tx, userId)
  for (const table of OWN) await tx.deleteFrom(table).where('userId', '=', userId).execute()
  await removeUser(tx, userId)
}
