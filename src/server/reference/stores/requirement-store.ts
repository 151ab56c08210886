import { sql } from 'kysely'
import { noSuch } from '#contract/lib/messages.ts'
import { documentRequirements, MAKES_OURS } from '#contract/papers/document-requirements.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { tableStore } from '#server/resource/table-store.ts'

/** Document requirements with their category. A deleted one stays with the orders that have it. */
export const requirementStore = (db: Db) =>
  tableStore(db, documentRequirements, {
    read: (from) =>
      from
        .selectFrom('documentRequirements')
        .innerJoin('documentCategories as k', 'k.id', 'documentRequirements.categoryId')
        .selectAll('documentRequirements')
        .select(sql`json_build_object('id', k.id, 'name', k.name)`.as('category')),
    columns: { category: 'k.name' },
    check: async (tx, { categoryId, supplier, makes }) => {
      if (makes !== null && supplier !== 'us') throw invalid({ makes: MAKES_OURS })
      const found = await tx
        .selectFrom('documentCategories')
        .select('id')
        .where('id', '=', categoryId)
        .executeTakeFirst()
      if (!found) throw invalid({ categoryId: noSuch('category') })
    },
  })
