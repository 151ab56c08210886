import { sql } from 'kysely'
import { type Client, isClient, NOT_A_CLIENT } from '#contract/clients/clients.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { forbidden, notFound } from '#server/errors.ts'

/** Columns of `users u` for a SELECT, with the number of live booking requests. */
export const CLIENT_COLUMNS = `u.id, u.username, u.company_name, u.email, u.phone, u.company_address, u.canadian_business_number, u.confirmed,
  u.role, u.created_at, u.updated_at,
  (select count(*) from orders o where o.user_id = u.id and o.deleted_at is null) as orders`

/** A live account of a client or staff. Throws 404. */
export async function readAccount(db: Db, id: number): Promise<Client> {
  const { rows } =
    await sql<Client>`select ${sql.raw(CLIENT_COLUMNS)} from users u where u.id = ${id} and u.deleted_at is null`.execute(
      db,
    )
  const found = rows[0]
  if (!found) throw notFound('Client')
  return found
}

/** A live client. Throws 404, and 403 for a member of staff. */
export async function readClient(db: Db, id: number): Promise<Client> {
  const found = await readAccount(db, id)
  if (!isClient(found)) throw forbidden(NOT_A_CLIENT)
  return found
}

/** A live client, locked until the transaction ends. Throws 403, 404. */
export async function lockClient(tx: Tx, id: number): Promise<Client> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return readClient(tx, id)
}
