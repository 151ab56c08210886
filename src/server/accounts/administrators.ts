import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import type { Tx } from '#server/db/client.ts'

/**
 * Administrators who can log in, locked: two changes at once cannot each remove the other's last
 * administrator.
 */
export async function administrators(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`role @> array[${sql.lit(Role.ADMIN)}]`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
