import { sql } from 'kysely'
import type { z } from 'zod'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { SIZE_TYPES } from '#contract/reference/container-codes.ts'
import {
  type Container,
  containers,
  KEEPS_OWNER,
  loadedWith,
  NOT_FCL,
  ONE_OWNER,
} from '#contract/sailings/containers.ts'
import { type Db, inTransaction, type Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { recordWriter } from '#server/resource/record-writer.ts'
import type { Store } from '#server/resource/store.ts'
import { tableReads } from '#server/resource/table-reads.ts'
import { countUses } from '#server/resource/uses.ts'
import { nextVersion } from '#server/resource/versions.ts'
import { COUNTS, named } from './read-sailings.ts'
import { isIn } from './sailing-status.ts'
import { containerWarnings } from './warnings.ts'

type Input = z.output<typeof containers.input>

/** A sum over the orders in a container, or of the FCL order whose own it is. */
const sum = (value: unknown) => sql<number>`(select coalesce(sum(${value}), 0) from loadings l
  join orders o on o.id = l.order_id where l.container_id = containers.id and ${COUNTS.live})`

const select = (from: Db) =>
  from
    .selectFrom('containers')
    .selectAll('containers')
    .select([
      sum(sql`1`).as('orderCount'),
      sum(COUNTS.cbm).as('usedCbm'),
      sum(COUNTS.kg).as('usedKg'),
      named<Container['terminalPlace']>('places', 'containers.terminalPlaceId').as('terminalPlace'),
    ])

/** The container's own capacity, or that of its size type where none is given. */
function withCapacity<T extends Input>(input: T) {
  const usual = SIZE_TYPES[input.sizeType]
  return { ...input, maxKg: input.maxKg ?? usual.maxKg, maxCbm: input.maxCbm ?? usual.maxCbm }
}

/**
 * Locks the sailing, so that nobody loads or closes it meanwhile. Throws 400 at `sailingId`, 409 once it has
 * arrived.
 */
async function checkSailing(tx: Tx, id: number): Promise<void> {
  const sailing = await tx.selectFrom('sailings').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!sailing) throw invalid({ sailingId: CHOOSE })
  if (sailing.status === 'arrived' || sailing.status === 'cancelled') throw new AppError(409, isIn(sailing.status))
}

/** Throws 400 unless the order is a live FCL order. */
async function checkOrder(tx: Tx, id: number): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('transportationMode')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!order) throw invalid({ orderId: CHOOSE })
  if (order.transportationMode !== TransportationMode.FCL) throw invalid({ orderId: NOT_FCL })
}

/** Throws 400 at a place that is new and no terminal. */
async function checkTerminal(tx: Tx, id: number | null, before: number | null): Promise<void> {
  if (id === null || id === before) return
  const place = await tx
    .selectFrom('places')
    .select('id')
    .where('id', '=', id)
    .where('kind', 'in', ['terminal', 'rail'])
    .executeTakeFirst()
  if (!place) throw invalid({ terminalPlaceId: CHOOSE })
}

/** References of other sailings under way with a container of this number. */
async function elsewhere(tx: Tx, { id, number }: Container): Promise<string[]> {
  if (number === '') return []
  const rows = await tx
    .selectFrom('containers as k')
    .innerJoin('sailings as s', 's.id', 'k.sailingId')
    .select('s.reference')
    .distinct()
    .where('k.number', '=', number)
    .where('k.id', '<>', id)
    .where('s.status', 'in', ['planned', 'closed', 'departed'])
    .orderBy('s.reference')
    .execute()
  return rows.map(({ reference }) => reference)
}

function containerWriter(db: Db, find: (db: Db, id: number) => Promise<Container>) {
  return recordWriter(
    db,
    { resource: containers, audited: Object.keys(containers.input.shape) },
    {
      find,
      insert: async (tx, input) => {
        if ((input.sailingId === null) === (input.orderId === null)) throw invalid({ sailingId: ONE_OWNER })
        if (input.sailingId !== null) await checkSailing(tx, input.sailingId)
        if (input.orderId !== null) await checkOrder(tx, input.orderId)
        await checkTerminal(tx, input.terminalPlaceId, null)
        const { id } = await tx
          .insertInto('containers')
          .values(withCapacity(input))
          .returning('id')
          .executeTakeFirstOrThrow()
        return id
      },
      change: async (tx, before, { merged }) => {
        if (merged.sailingId !== before.sailingId) throw invalid({ sailingId: KEEPS_OWNER })
        if (merged.orderId !== before.orderId) throw invalid({ orderId: KEEPS_OWNER })
        await checkTerminal(tx, merged.terminalPlaceId, before.terminalPlaceId)
        const values = withCapacity(merged)
        if (values.maxKg < before.maxKg && values.maxKg < before.usedKg)
          throw invalid({ maxKg: loadedWith(before.usedKg) })
        await tx
          .updateTable('containers')
          .set({ ...values, updatedAt: nextVersion() })
          .where('id', '=', before.id)
          .execute()
      },
      usedBy: (tx, id) => countUses(tx, { order: sql`loadings where container_id = ${id}` }),
    },
  )
}

/** The store of containers. A save also answers warnings. */
export function containerStore(db: Db): Store<Container, Input> {
  const { find, ...reader } = tableReads(db, containers, { read: select })
  const checked = async (tx: Tx, saved: Container): Promise<Container> => ({
    ...saved,
    warnings: containerWarnings(saved, await elsewhere(tx, saved)),
  })
  return {
    ...containerWriter(db, find),
    ...reader,
    create: (input, actor) =>
      inTransaction(db, async (tx) => checked(tx, await containerWriter(tx, find).create(input, actor))),
    update: (id, patch, version, actor) =>
      inTransaction(db, async (tx) => checked(tx, await containerWriter(tx, find).update(id, patch, version, actor))),
  }
}
