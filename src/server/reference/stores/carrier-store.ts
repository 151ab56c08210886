import { sql } from 'kysely'
import { carriers } from '#contract/reference/carriers.ts'
import type { Db } from '#server/db/client.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'

export const carrierStore = (db: Db) =>
  tableStore(db, carriers, {
    usedBy: (tx, id) =>
      countUses(tx, {
        sailing: sql`sailings where carrier_id = ${id}`,
        'free time rule': sql`free_time_rules where carrier_id = ${id}`,
      }),
  })
