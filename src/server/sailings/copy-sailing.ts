import { recordOf } from '#contract/lib/record-of.ts'
import { instantAt, zoneOffset } from '#contract/lib/zones.ts'
import { PLANNED_DEPARTURES, SAILING_CUT_OFFS } from '#contract/sailings/sailing-codes.ts'
import type { CopyInput, Sailing } from '#contract/sailings/sailings.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'
import { sailingStore } from './sailing-store.ts'

const WEEK = 7
const DAY_MS = 86_400_000

/** An instant so many days later, at the same time of day by the clock of a zone. */
function later(iso: string | null, days: number, timeZone: string): string | null {
  if (iso === null) return null
  const at = Date.parse(iso)
  return new Date(instantAt(at + zoneOffset(at, timeZone) + days * DAY_MS, timeZone)).toISOString()
}

/**
 * Adds the next sailing of a lane: lane, places, carrier and planned dates of another one, so many days later,
 * with its own voyage. Returns it with its warnings. Throws 404, 400 at the fields, 409 for a voyage that
 * there is already.
 */
export async function copySailing(
  tx: Tx,
  { config }: Services,
  { id, days, voyage, vesselId }: CopyInput & { id: number },
  actor: Actor,
): Promise<Sailing> {
  const { timeZone } = config
  const store = sailingStore(tx, { timeZone })
  const earlier = await store.get(id)
  const { carrierId, portOfLoading, portOfDischarge, depotId, destinationPlaceId } = earlier
  const moved = (date: (typeof SAILING_CUT_OFFS)[number]) => later(earlier[date], days ?? WEEK, timeZone)
  // Departures and arrivals are days, stored as 00:00 UTC.
  const movedDay = (date: (typeof PLANNED_DEPARTURES)[number]) => later(earlier[date], days ?? WEEK, 'UTC')
  const input = {
    vesselId: vesselId ?? earlier.vesselId,
    voyage,
    carrierId,
    portOfLoading,
    portOfDischarge,
    depotId,
    destinationPlaceId,
    ...recordOf(SAILING_CUT_OFFS, moved),
    ...recordOf(PLANNED_DEPARTURES, movedDay),
    atd: null,
    portAta: null,
    masterBill: '',
    carrierBooking: '',
    status: 'planned' as const,
    notes: '',
    comment: '',
  }
  return store.create(input, actor)
}
