import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { RESTORE_DAYS } from '#contract/clients/clients.ts'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/files.ts'
import { IS_PURGED } from './erase/account.ts'
import { beginErasure, finishErasures } from './erase/erase-client.ts'

/** Clients purged in one run. */
const BATCH = 50

const overdue = sql<boolean>`
  deleted_at < now() - make_interval(days => ${sql.lit(RESTORE_DAYS)}) and role = array[${sql.lit(Role.CLIENT)}] and not ${IS_PURGED}
  and not exists (select from erasures e where e.user_id = users.id)`

/** Begins to erase a client. Returns false if it was restored, or if another instance is working on it. */
function begin(db: Db, userId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const client = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where(overdue)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (client) await beginErasure(tx, userId, null)
    return client !== undefined
  })
}

/**
 * Erases clients that can no longer be restored, with everything stored about them, and continues interrupted
 * erasures. Returns how many were erased.
 */
export async function purgeClients(db: Db, files: FileStore): Promise<number> {
  const clients = await db.selectFrom('users').select('id').where(overdue).orderBy('deletedAt').limit(BATCH).execute()
  for (const { id } of clients) await begin(db, id)
  return finishErasures(db, files)
}
