import { sql } from 'kysely'
import { vessels } from '#contract/reference/vessels.ts'
import type { Db } from '#server/db/client.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'

export const vesselStore = (db: Db) =>
  tableStore(db, vessels, {
    usedBy: (tx, id) =>
      countUses(tx, {
        'booking confirmation': sql`confirmations where vessel_id = ${id}`,
        sailing: sql`sailings where vessel_id = ${id}`,
      }),
  })
