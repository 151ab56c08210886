import { sql } from 'kysely'
import { noSuch } from '#contract/lib/messages.ts'
import { depots } from '#contract/reference/depots.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'

const origins = sql`(select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.id)
  from depot_origins d join origins o on o.id = d.origin_id where d.depot_id = depots.id)`
const originIds = sql`array(select origin_id from depot_origins where depot_id = depots.id order by origin_id)`

/** Depots with the kinds of origin they are offered as. */
export const depotStore = (db: Db) =>
  tableStore(db, depots, {
    read: (from) =>
      from
        .selectFrom('depots')
        .selectAll('depots')
        .select([sql`coalesce(${origins}, '[]')`.as('origins'), originIds.as('originIds')]),
    check: async (tx, { originIds }) => {
      const found = await tx.selectFrom('origins').select('id').where('id', 'in', originIds).execute()
      if (found.length < originIds.length) throw invalid({ originIds: noSuch('category') })
    },
    related: {
      keys: ['originIds'],
      write: async (tx, depotId, { originIds }) => {
        await tx
          .deleteFrom('depotOrigins')
          .where('depotId', '=', depotId)
          .where('originId', 'not in', originIds)
          .execute()
        await tx
          .insertInto('depotOrigins')
          .values(originIds.map((originId) => ({ depotId, originId })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      },
    },
    usedBy: (tx, id) =>
      countUses(tx, {
        order: sql`orders where origin_depot_id = ${id}`,
        'pick-up location': sql`locations where depot_id = ${id}`,
        sailing: sql`sailings where depot_id = ${id}`,
      }),
  })
