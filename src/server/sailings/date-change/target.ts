import { recordOf } from '#contract/lib/record-of.ts'
import { voyageKey } from '#contract/reference/voyages.ts'
import { type DateChangeInput, NEEDS_SAILING } from '#contract/sailings/date-change.ts'
import { ARRIVES_BEFORE_DEPARTURE, PLANNED_DATES } from '#contract/sailings/sailing-codes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { checkVersion } from '#server/resource/versions.ts'
import { sailingReads } from '#server/sailings/read-sailings.ts'
import { isIn } from '#server/sailings/sailing-status.ts'
import type { PlannedDates } from './moves.ts'
import type { Target } from './read-orders.ts'
import { concernedOrders } from './read-orders.ts'

/** The target before the change. */
export interface Before {
  /** Name of the sailing, else the vessel's and the voyage. */
  name: string
  updatedAt: string | null
  earlier: PlannedDates
  /** Its actual departure. */
  atd: string | null
}

/** The most frequent value; the latest of several. */
function mostFrequent(values: readonly (string | null | undefined)[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [best] = [...counts].sort(([one, ones], [other, others]) => others - ones || (one < other ? 1 : -1))
  return best?.[0] ?? null
}

async function readSailing(db: Db, sailingId: number): Promise<Before> {
  const sailing = await sailingReads(db).find(db, sailingId)
  if (sailing.status === 'cancelled' || sailing.status === 'arrived') throw new AppError(409, isIn(sailing.status))
  const { reference, updatedAt, atd } = sailing
  return { name: reference, updatedAt, earlier: recordOf(PLANNED_DATES, (date) => sailing[date]), atd }
}

async function readVoyage(db: Db, target: { vesselId: number; voyage: string }): Promise<Before> {
  const vessel = await db.selectFrom('vessels').select('name').where('id', '=', target.vesselId).executeTakeFirst()
  if (!vessel) throw notFound('Vessel')
  if (voyageKey(target.voyage) === '') throw notFound('Voyage')
  const orders = await concernedOrders(db, target)
  if (orders.length === 0) throw notFound('Voyage')
  const most = (field: keyof (typeof orders)[number]['own']) => mostFrequent(orders.map(({ own }) => own[field]))
  const earlier = {
    cargoCutOffAt: most('cargoCutOffAt'),
    documentationCutOffAt: most('documentationCutOffAt'),
    vgmCutOffAt: null,
    etd: most('estimatedTimeOfDepartureAt'),
    portEta: most('portEstimatedTimeOfArrivalAt'),
  }
  return { name: `${vessel.name} ${target.voyage}`, updatedAt: null, earlier, atd: null }
}

/**
 * The target of the change, as it is now. Throws 404; 409 for a sailing that was cancelled or has arrived.
 */
export const readTarget = (db: Db, target: Target): Promise<Before> =>
  'sailingId' in target ? readSailing(db, target.sailingId) : readVoyage(db, target)

/** Like `readTarget`, with the sailing locked and its version checked: 409 if another one was sent. */
export async function lockTarget(tx: Tx, target: Target, version: string | null | undefined): Promise<Before> {
  if (!('sailingId' in target)) return readVoyage(tx, target)
  const { sailingId: id } = target
  await tx.selectFrom('sailings').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const before = await readSailing(tx, id)
  const current = { id, updatedAt: before.updatedAt ?? '' }
  await checkVersion(tx, version, current, 'sailings', () => sailingReads(tx).find(tx, id))
  return before
}

/** Throws 400 at the date for an arrival before the departure, and for a cut-off that only a sailing has. */
export function checkDates(target: Target, { earlier, atd }: Before, { dates }: Pick<DateChangeInput, 'dates'>): void {
  if (!('sailingId' in target) && dates.vgmCutOffAt !== undefined) throw invalid({ 'dates.vgmCutOffAt': NEEDS_SAILING })
  const { etd, portEta } = { ...earlier, ...dates }
  const departed = dates.etd === undefined ? (atd ?? etd) : etd
  if (!portEta || !departed || portEta >= departed) return
  throw invalid({ [dates.portEta === undefined ? 'dates.etd' : 'dates.portEta']: ARRIVES_BEFORE_DEPARTURE })
}
