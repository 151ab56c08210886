import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import type { Tx } from '#server/db/client.ts'

/** The administrators who can log in. Locked, so that two changes at once do not each leave the other's. */
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
