import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import type { Db } from '#server/db/client.ts'

/** The condition is worded like the index, so that it is used. */
const STAFF = sql<boolean>`role && array[${sql.lit(Role.ADMIN)}, ${sql.lit(Role.MANAGER)}]`

/** Active staff; disabled accounts cannot be in charge of an order. */
export const activeStaff = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'username as name'])
    .where(STAFF)
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .orderBy('username')
    .orderBy('id')
