import { sql } from 'kysely'
import type { z } from 'zod'
import { noSuch } from '#contract/lib/messages.ts'
import { firstInstant } from '#contract/rates/rate-days.ts'
import { type RateSet, rateSets } from '#contract/rates/rate-sets.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { recordWriter } from '#server/resource/record-writer.ts'
import type { Store } from '#server/resource/store.ts'
import { tableReads } from '#server/resource/table-reads.ts'
import { nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { requireComing } from './act-on-set.ts'
import { expectedBook, judgeChanges } from './expected.ts'
import { readChanges } from './scheduled-sets.ts'

type Input = z.output<typeof rateSets.input>

const isOpen = ({ state }: Pick<RateSet, 'state'>) => state === 'draft' || state === 'scheduled'

/** Fills in how many changes of each set no longer fit; of one that was applied or cancelled, none. */
const withStale = (db: Db, sets: readonly RateSet[]): Promise<RateSet[]> =>
  Promise.all(
    sets.map(async (set) => {
      if (!isOpen(set) || set.changes === 0) return set
      const rows = judgeChanges(await expectedBook(db, set), await readChanges(db, [set.id]))
      return { ...set, stale: rows.filter(({ stale }) => stale).length }
    }),
  )

/** Throws 400 at the field for a sheet that does not exist. */
async function checkDocument(tx: Tx, documentId: number | null, before: number | null): Promise<void> {
  if (documentId === null || documentId === before) return
  const found = await tx.selectFrom('documents').select('id').where('id', '=', documentId).executeTakeFirst()
  if (!found) throw invalid({ documentId: noSuch('document') })
}

/** The store of rate sets. Only what is not applied yet can be changed; only what never was can be deleted. */
export function rateSetStore(db: Db, { timeZone }: Pick<Services['config'], 'timeZone'>): Store<RateSet, Input> {
  const { find, list, countUpTo, all } = tableReads(db, rateSets, {
    read: (from) =>
      from
        .selectFrom('rateSets')
        .innerJoin('users as u', 'u.id', 'rateSets.madeBy')
        .selectAll('rateSets')
        .select(sql`json_build_object('id', u.id, 'name', u.username)`.as('madeBy'))
        .select(sql<number>`(select count(*) from rate_changes c where c.set_id = rate_sets.id)`.as('changes'))
        .select(sql<number>`0`.as('stale')),
  })
  const one = async (from: Db, id: number) => (await withStale(from, [(await find(from, id)) as RateSet]))[0] as RateSet // one for one
  const instantIn = ({ validFrom, ...input }: Partial<Input>) => ({
    ...input,
    ...(validFrom !== undefined && { validFrom: validFrom && firstInstant(validFrom, timeZone) }),
  })
  return {
    ...recordWriter(
      db,
      { resource: rateSets, audited: Object.keys(rateSets.input.shape) },
      {
        find: one,
        insert: async (tx, input, actor) => {
          await checkDocument(tx, input.documentId, null)
          const row = await tx
            .insertInto('rateSets')
            .values({ ...input, ...instantIn(input), madeBy: actor.userId ?? 0 })
            .returning('id')
            .executeTakeFirstOrThrow()
          return row.id
        },
        change: async (tx, before, { patch }) => {
          if (!isOpen(before)) throw new AppError(409, `This rate set is ${before.state}.`)
          const change = instantIn(patch)
          if (before.state === 'scheduled' && change.validFrom !== undefined && change.validFrom !== before.validFrom) {
            if (change.validFrom === null) throw invalid({ validFrom: 'A scheduled rate set needs its time' })
            requireComing(change.validFrom)
          }
          await checkDocument(tx, change.documentId ?? null, before.documentId)
          await tx
            .updateTable('rateSets')
            .set({ ...change, updatedAt: nextVersion() })
            .where('id', '=', before.id)
            .execute()
        },
        release: async (_, { state, appliedAt }) => {
          const neverTrue = state === 'draft' || (state === 'cancelled' && appliedAt === null)
          if (!neverTrue) throw new AppError(409, `This rate set is ${appliedAt ? 'part of the history' : state}.`)
        },
      },
    ),
    list: async (query, from = db) => {
      const page = await list(query, from)
      return { ...page, items: await withStale(from, page.items as RateSet[]) } // rows of the resource
    },
    countUpTo,
    async *all(query, from) {
      for await (const rows of all(query, from)) yield await withStale(from, rows as RateSet[]) // rows of the resource
    },
  }
}
