import { createHash } from 'node:crypto'
import type { CarrierEvent } from '#contract/carrier-events/carrier-events.ts'

/**
 * A hash of what a carrier says, without the id it gave, how it wrote it, and what we take its code to mean:
 * hexadecimal. The time of the statement counts: who says 12, then 15, then 12 again has said three things.
 */
export function eventHash(event: CarrierEvent): string {
  const { container, booking, masterBill, type, code, classifier, at, localAt, statedAt } = event
  const { placeCode, placeName, vesselImo, vessel, voyage } = event
  const said = [container, booking, masterBill, type, code, classifier, at, localAt, statedAt]
  const where = [placeCode, placeName, vesselImo, vessel, voyage]
  return createHash('sha256')
    .update(JSON.stringify([...said, ...where]))
    .digest('hex')
}
