import { sql } from 'kysely'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { noSuch } from '#contract/lib/messages.ts'
import type { DeliveryCell, DeliveryGrid } from '#contract/reference/delivery/delivery.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { madeOnce } from '#server/db/tuning/planned.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { ByName } from '#server/resource/by-name.ts'
import type { Services } from '#server/services.ts'

const keyOf = (depot: number, cartage: number) => `${depot}:${cartage}`

const DEPOTS = madeOnce((db: Db) =>
  db.selectFrom('depots').select(['id as depotId', 'name as depotName']).where('status', '=', true).orderBy('id'),
)
const CARTAGES = madeOnce((db: Db) =>
  db.selectFrom('cartages').select(['id as cartageId', 'name as cartageName']).orderBy('categoryId').orderBy('id'),
)
const TIMES = madeOnce((db: Db) => db.selectFrom('deliveryTimes').select(['depotId', 'cartageId', 'days']))

/** The grid of all depots in service and all cartages. */
export async function readGrid(db: Db): Promise<DeliveryGrid> {
  const [{ rows: depot }, { rows: cartage }, { rows: times }] = await Promise.all([
    db.executeQuery(DEPOTS(db)),
    db.executeQuery(CARTAGES(db)),
    db.executeQuery(TIMES(db)),
  ])
  const shown = new Set(depot.map(({ depotId }) => depotId))
  const delivery: DeliveryGrid['delivery'] = {}
  for (const { depotId, cartageId, days } of times) {
    if (!shown.has(depotId)) continue
    delivery[depotId] ??= {}
    delivery[depotId][cartageId] = days
  }
  return { delivery, cartage, depot }
}

/** The depots and cartages of a grid by the names that files have for them. Cartages may share a name. */
export const namesOf = ({ depot, cartage }: DeliveryGrid) => ({
  depots: new ByName(depot.map(({ depotId: id, depotName: name }) => ({ id, name }))),
  cartages: new ByName(cartage.map(({ cartageId: id, cartageName: name }) => ({ id, name }))),
})

/** Days of a cell; 0 means to be confirmed. */
export const daysIn = ({ delivery }: DeliveryGrid, depot: number, cartage: number) => delivery[depot]?.[cartage] ?? 0

async function checkCells(tx: Tx, cells: readonly DeliveryCell[]): Promise<void> {
  const ids = async (table: 'depots' | 'cartages') =>
    new Set((await tx.selectFrom(table).select('id').execute()).map(({ id }) => id))
  const depots = await ids('depots')
  const cartages = await ids('cartages')
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  for (const [index, { depot, cartage }] of cells.entries()) {
    if (!depots.has(depot)) errors[`data.${index}.depot`] = noSuch('depot')
    if (!cartages.has(cartage)) errors[`data.${index}.cartage`] = noSuch('cartage')
    if (seen.has(keyOf(depot, cartage))) errors[`data.${index}.delivery`] = 'This cell is listed twice'
    seen.add(keyOf(depot, cartage))
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The stored days of these cells, or of every visible cell if the whole grid is replaced. */
async function daysBefore(
  tx: Tx,
  wanted: ReadonlyMap<string, DeliveryCell>,
  { whole }: Pick<Save, 'whole'>,
): Promise<Map<string, DeliveryCell>> {
  const rows = await tx
    .selectFrom('deliveryTimes')
    .innerJoin('depots', 'depots.id', 'deliveryTimes.depotId')
    .select(['depotId as depot', 'cartageId as cartage', 'days as delivery', 'depots.status'])
    .execute()
  const touched = rows.filter(({ depot, cartage, status }) => (whole && status) || wanted.has(keyOf(depot, cartage)))
  return new Map(touched.map(({ depot, cartage, delivery }) => [keyOf(depot, cartage), { depot, cartage, delivery }]))
}

/** True if the cell has changed since it was read, to something other than the new value. */
const isStale = ({ was, delivery }: DeliveryCell, now: number) => was !== undefined && was !== now && delivery !== now
const changedMeanwhile = (n: number) =>
  `Someone else has changed ${n === 1 ? '1 of these cells' : `${n} of these cells`} in the meantime.`

async function store(tx: Tx, cells: readonly DeliveryCell[]): Promise<void> {
  const column = (name: 'depot' | 'cartage' | 'delivery', some: readonly DeliveryCell[]) =>
    some.map((cell) => cell[name])
  const gone = cells.filter(({ delivery }) => delivery === 0)
  const kept = cells.filter(({ delivery }) => delivery > 0)
  await sql`delete from delivery_times t using unnest(${column('depot', gone)}::int[], ${column('cartage', gone)}::int[]) as g(depot, cartage)
    where t.depot_id = g.depot and t.cartage_id = g.cartage`.execute(tx)
  await sql`insert into delivery_times (depot_id, cartage_id, days)
    select * from unnest(${column('depot', kept)}::int[], ${column('cartage', kept)}::int[], ${column('delivery', kept)}::int[])
    on conflict (depot_id, cartage_id) do update set days = excluded.days`.execute(tx)
}

interface Save {
  cells: readonly DeliveryCell[]
  /**
   * Whether the visible grid is replaced. Otherwise only these cells change, so that two people can edit the
   * grid at once.
   */
  whole: boolean
}

/**
 * Saves cells. Throws 400 at the cells, and 409 with the current grid when a cell changed since it was read.
 */
export async function saveCells(tx: Tx, { cells, whole }: Save, actor: Actor): Promise<void> {
  await sql`lock table delivery_times in share row exclusive mode`.execute(tx)
  await checkCells(tx, cells)
  const wanted = new Map(cells.map((cell) => [keyOf(cell.depot, cell.cartage), cell]))
  const before = await daysBefore(tx, wanted, { whole })
  const daysOf = (cell: DeliveryCell) => before.get(keyOf(cell.depot, cell.cartage))?.delivery ?? 0
  const stale = cells.filter((cell) => isStale(cell, daysOf(cell)))
  if (stale.length > 0) throw new AppError(409, changedMeanwhile(stale.length), await readGrid(tx))
  const all = [
    ...wanted.values(),
    ...[...before].filter(([key]) => !wanted.has(key)).map(([, cell]) => ({ ...cell, delivery: 0 })),
  ]
  const changed = all.filter((cell) => daysOf(cell) !== cell.delivery)
  if (changed.length === 0) return
  await store(tx, changed)
  const keys = changed.map(({ depot, cartage }) => keyOf(depot, cartage))
  const event = {
    action: 'delivery.update',
    entity: 'deliveryTimes',
    before: Object.fromEntries(keys.map((key) => [key, before.get(key)?.delivery ?? 0])),
    after: Object.fromEntries(changed.map((cell, index) => [keys[index], cell.delivery])),
  }
  await recordAudit(tx, actor, event, keys)
}

/** Saves cells and returns the grid. Throws like `saveCells`. */
export async function saveDeliveryTimes(tx: Tx, _: Services, input: Save, actor: Actor): Promise<DeliveryGrid> {
  await saveCells(tx, input, actor)
  return readGrid(tx)
}
