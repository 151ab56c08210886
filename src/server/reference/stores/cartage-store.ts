import { sql } from 'kysely'
import { noSuch } from '#contract/lib/messages.ts'
import { cartages } from '#contract/reference/cartages.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'

/** Cartages with their category, which decides whether they are Amazon's. */
export const cartageStore = (db: Db) =>
  tableStore(db, cartages, {
    read: (from) =>
      from
        .selectFrom('cartages')
        .innerJoin('cartageCategories as k', 'k.id', 'cartages.categoryId')
        .selectAll('cartages')
        .select(['k.isAmazon as amazon', sql`json_build_object('id', k.id, 'name', k.name)`.as('category')]),
    columns: { category: 'k.name' },
    check: async (tx, { categoryId }) => {
      const found = await tx
        .selectFrom('cartageCategories')
        .select('id')
        .where('id', '=', categoryId)
        .executeTakeFirst()
      if (!found) throw invalid({ categoryId: noSuch('category') })
    },
    usedBy: (tx, id) => countUses(tx, { order: sql`orders where shipment_destination = ${id}` }),
  })
