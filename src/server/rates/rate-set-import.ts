import { z } from 'zod'
import { pathId } from '#contract/lib/fields.ts'
import { rateSets } from '#contract/rates/rate-sets.ts'
import type { Freight } from '#contract/reference/freight.ts'
import type { Tx } from '#server/db/client.ts'
import { FREIGHT_FORM, FREIGHT_ROWS } from '#server/reference/freight-import.ts'
import type { Importer } from '#server/resource/import.ts'
import { planRows, type RowImport } from '#server/resource/import-rows.ts'
import type { Services } from '#server/services.ts'
import { expectedBook } from './expected.ts'
import { lockSet } from './lock-set.ts'
import { readChanges } from './scheduled-sets.ts'
import { writeChanges } from './write-changes.ts'

const params = z.object({ id: pathId })
const FIGURES = ['cbm', 'mt'] as const

/** A set changes no tier and no destination: those two find the lane. */
const COLUMNS = FREIGHT_ROWS.columns.map((column) => ({
  ...column,
  finds: column.field === 'tier' || column.field === 'dest',
}))

/** A lane that a set before this one brings: only that set can say what it costs. */
const isComing = ({ id }: { id: number }) => id < 0

type Input = Pick<Freight, 'tier' | 'dest' | 'cbm' | 'mt'>

/** The lanes that are expected when the set takes effect, as the list of freight would have them. */
async function expectedLanes(tx: Tx, set: { id: number; validFrom: string | null }): Promise<Freight[]> {
  const book = await expectedBook(tx, set)
  return [...book.freight.values()].map(({ id, values, since }) => ({ id, ...values, updatedAt: since }))
}

/**
 * Imports a sheet of freight into a draft: figures that differ from what is expected at its time become changes, and
 * lanes that are not there become new ones. Lanes that the sheet does not name stay as they are.
 */
export const rateSetImport = (services: Services): Importer => ({
  path: `${rateSets.path}/:id`,
  params,
  name: rateSets.name,
  table: null,
  form: FREIGHT_FORM,
  plan: async (tx, table, sent) => {
    const { id } = sent as z.output<typeof params> // read by Fastify
    const items = await expectedLanes(tx, await lockSet(tx, id, ['draft']))
    const ending = new Set(
      (await readChanges(tx, [id])).flatMap((each) => (each.action === 'end' ? each.recordId : [])),
    )
    const changes: Record<string, unknown>[] = []
    const cells = (recordId: number, input: Partial<Input>) => {
      if (isComing({ id: recordId })) return
      // A lane that the sheet names does not end.
      if (ending.has(recordId)) changes.push({ entity: 'freight', recordId, end: false })
      for (const field of FIGURES)
        if (input[field] !== undefined) changes.push({ entity: 'freight', recordId, field, new: input[field] })
    }
    const coming = new Map(items.filter(isComing).map((lane) => [FREIGHT_ROWS.keyOf(lane), lane]))
    const store: RowImport<Freight, Input>['store'] = {
      list: async () => ({ items, totalCount: items.length, numItemsPerPage: items.length, currentPageNumber: 1 }),
      create: async (add) => {
        changes.push({ entity: 'freight', add })
        return { ...add, id: 0, updatedAt: '' }
      },
      update: async (recordId, input) => {
        cells(recordId, input)
        return items[0] as Freight // a changed row has a record; nobody reads the answer
      },
    }
    const plan = await planRows(table, {
      ...FREIGHT_ROWS,
      columns: COLUMNS,
      read: (row, refuse) => {
        const fields = FREIGHT_ROWS.read(row)
        const key = FREIGHT_ROWS.keyOf({ tier: Number(fields.tier), dest: String(fields.dest) })
        const lane = coming.get(key)
        if (lane && FIGURES.some((field) => Number(fields[field]) !== lane[field]))
          refuse('Dest', 'This lane is new in an earlier rate set: change it there')
        return fields
      },
      store,
      keep: ({ id: recordId, ...row }) => cells(recordId, row),
    })
    const apply = async (actor: Parameters<typeof plan.apply>[0]) => {
      await plan.apply(actor)
      if (changes.length > 0) await writeChanges(tx, services, { id, changes }, actor)
    }
    return { ...plan, apply }
  },
})
