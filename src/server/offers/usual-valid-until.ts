import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { Db } from '#server/db/client.ts'
import { keptShipment } from '#server/pricing/kept-shipment.ts'
import { readRates, usedRates } from '#server/pricing/rate-book.ts'
import { readScheduled } from '#server/rates/scheduled-sets.ts'
import { usualLastInstant } from './offer-days.ts'

/** What of an option decides how long its price is good for. */
interface Priced {
  mode: number
  manual: boolean
  inputs: Record<string, unknown>
}

/**
 * Until when offers are valid unless staff say otherwise: 14 days on, or until the next scheduled set that changes a
 * rate of one of its options. `offers` are the options of each; typed prices depend on no rate.
 */
export async function usualValidUntil(
  db: Db,
  offers: readonly (readonly Priced[])[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<string[]> {
  const last = usualLastInstant(now, timeZone)
  const sets = offers.length === 0 ? [] : await readScheduled(db, { until: last })
  if (sets.length === 0) return offers.map(() => last)
  const used = usedRates(await readRates(db, null))
  return offers.map((options) => {
    const calculated = options.filter(({ mode, manual }) => mode === TransportationMode.LCL && !manual)
    const keys = new Set(calculated.flatMap(({ inputs }) => used(keptShipment(inputs))))
    const first = sets.find(({ changes }) => changes.some(({ entity, recordId }) => keys.has(`${entity} ${recordId}`)))
    return first?.validFrom ?? last
  })
}
