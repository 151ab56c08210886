import { sql } from 'kysely'
import { RESTORE_DAYS } from '#contract/clients/clients.ts'
import { Role } from '#contract/session/session.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { databaseError, FOREIGN_KEY_VIOLATION } from '#server/db/failures.ts'
import type { FileStore } from '#server/files/files.ts'
import { recordAudit } from '#server/resource/audit.ts'

/** Clients purged in one run. */
const BATCH = 50
/** Marks clients whose personal data was removed. */
const PURGED_DOMAIN = 'purged.invalid'

/** Jobs have no user. */
const NOBODY = { userId: null, impersonatorId: null, ip: '', requestId: '' }

const overdue = sql<boolean>`
  deleted_at < now() - make_interval(days => ${sql.lit(RESTORE_DAYS)}) and role = array[${sql.lit(Role.CLIENT)}]
  and email not like ${`%@${PURGED_DOMAIN}`}`

/** Deletes the client's booking requests with mails and documents. Returns the keys of the files to delete. */
async function removeOrders(tx: Tx, userId: number): Promise<string[]> {
  const orders = sql`select id from orders where user_id = ${userId}`
  await sql`delete from mails where order_id in (${orders}) or user_id = ${userId}`.execute(tx)
  await sql`delete from mail_documents where document_id in (select id from documents where order_id in (${orders}))`.execute(
    tx,
  )
  const { rows } = await sql<{ storageKey: string }>`
    delete from documents where order_id in (${orders}) or (uploaded_by = ${userId} and order_id is null) returning storage_key`.execute(
    tx,
  )
  await sql`delete from orders where user_id = ${userId}`.execute(tx)
  return rows.map((row) => row.storageKey)
}

/** Erases personal data but keeps the row, because other rows (the audit trail) refer to it. */
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
      orderColumnSettings: '{}',
      disabledAt: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('shippers').where('userId', '=', userId).execute()
}

/** Deletes the user's row, or anonymises it if other rows refer to it. */
async function removeUser(tx: Tx, userId: number): Promise<void> {
  await sql`savepoint before_user`.execute(tx)
  try {
    await tx.deleteFrom('users').where('id', '=', userId).execute()
  } catch (error) {
    if (databaseError(error)?.code !== FOREIGN_KEY_VIOLATION) throw error
    await sql`rollback to savepoint before_user`.execute(tx)
    await anonymise(tx, userId)
  }
}

/** Purges one client. Returns the keys of its files; null if it was restored or another instance is purging it. */
function purgeClient(db: Db, userId: number): Promise<string[] | null> {
  return db.transaction().execute(async (tx) => {
    const client = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where(overdue)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!client) return null
    const files = await removeOrders(tx, userId)
    await removeUser(tx, userId)
    await recordAudit(tx, NOBODY, { action: 'client.purge', entity: 'clients', entityId: userId })
    return files
  })
}

/**
 * Deletes clients that can no longer be restored, with their booking requests, documents and mails, one transaction each.
 * Returns how many.
 */
export async function purgeClients(db: Db, files: FileStore): Promise<number> {
  const clients = await db.selectFrom('users').select('id').where(overdue).orderBy('deletedAt').limit(BATCH).execute()
  let purged = 0
  for (const { id } of clients) {
    const keys = await purgeClient(db, id)
    if (keys === null) continue
    purged++
    for (const key of keys) await files.remove(key)
  }
  return purged
}
