import { sql } from 'kysely'
import { type FreeTimeRule, freeTimeRules } from '#contract/free-time/free-time-rules.ts'
import { showTier } from '#contract/free-time/tiers.ts'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { CHOOSE, noSuch } from '#contract/lib/messages.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { columnsOf, type ExportColumn } from '#server/resource/exports/exported-list.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'

const isThere = async (tx: Tx, table: 'carriers' | 'places', id: number | null) =>
  id === null || (await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** A record behind an id of a rule, with its name. */
const named = (table: string, id: string) =>
  sql`(select json_build_object('id', n.id, 'name', n.name) from ${sql.table(table)} n where n.id = ${sql.ref(id)})`

/** Rules of free time. Triggers let running clocks follow them; one by which a clock has ended stays. */
export const freeTimeRuleStore = (db: Db) =>
  tableStore(db, freeTimeRules, {
    read: (from) =>
      from
        .selectFrom('freeTimeRules')
        .leftJoin('carriers as c', 'c.id', 'freeTimeRules.carrierId')
        .leftJoin('places as p', 'p.id', 'freeTimeRules.placeId')
        .selectAll('freeTimeRules')
        .select([
          named('carriers', 'freeTimeRules.carrierId').$castTo<FreeTimeRule['carrier']>().as('carrier'),
          named('places', 'freeTimeRules.placeId').$castTo<FreeTimeRule['place']>().as('place'),
        ]),
    columns: { carrier: 'c.name', place: 'p.name' },
    check: async (tx, { carrierId, placeId, port }, before) => {
      const errors: FieldErrors = {}
      if (!(await isThere(tx, 'carriers', carrierId))) errors.carrierId = CHOOSE
      if (!(await isThere(tx, 'places', placeId))) errors.placeId = CHOOSE
      const isNew = port !== null && port !== before?.port
      if (isNew && !(await tx.selectFrom('ports').select('id').where('code', '=', port).executeTakeFirst()))
        errors.port = noSuch('port')
      if (Object.keys(errors).length > 0) throw invalid(errors)
    },
    related: {
      keys: ['tiers'],
      write: async (tx, id, { tiers }, before) => {
        const isSame = JSON.stringify(tiers) === JSON.stringify(before?.tiers ?? [])
        if (isSame) return
        await tx
          .updateTable('freeTimeRules')
          .set({ tiers: JSON.stringify(tiers) })
          .where('id', '=', id)
          .execute()
      },
    },
    usedBy: (tx, id) =>
      countUses(tx, { 'ended clock': sql`free_times where rule_id = ${id} and ended_on is not null` }),
  })

/** The columns of the list, with the charges in words. */
export const FREE_TIME_RULE_EXPORT: readonly ExportColumn<FreeTimeRule>[] = columnsOf(freeTimeRules).map((column) =>
  column.field === 'tiers' ? { ...column, cell: ({ tiers }) => tiers.map(showTier).join('; ') } : column,
)
