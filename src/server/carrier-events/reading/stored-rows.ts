import type { CarrierEvent } from '#contract/carrier-events/carrier-events.ts'
import { type CarrierMilestone, upToDeparture } from '#contract/carrier-events/carrier-milestones.ts'
import { eventHash } from './event-hash.ts'
import { type PlaceZones, placedTime } from './place-days.ts'

/** Milestones for which the voyage that departs nearest is meant. */
const isEarly = (milestone: CarrierMilestone | null) => milestone !== null && upToDeparture(milestone)

/** An event as the database takes it, by the names of its columns. */
export function storedRow(event: CarrierEvent, zones: PlaceZones) {
  const { at, zoneAssumed, day, dayFrom, dayTo } = placedTime(event, zones)
  return {
    external_id: event.externalId,
    hash: eventHash(event),
    container_number: event.container,
    booking: event.booking,
    master_bill: event.masterBill,
    type: event.type,
    code: event.code,
    milestone: event.milestone,
    classifier: event.classifier,
    at,
    zone_assumed: zoneAssumed,
    day,
    day_from: dayFrom,
    day_to: dayTo,
    place_code: event.placeCode,
    place_name: event.placeName,
    vessel_imo: event.vesselImo,
    vessel: event.vessel,
    voyage: event.voyage,
    stated_at: event.statedAt,
    early: isEarly(event.milestone),
    raw: event.raw,
  }
}
export type StoredRow = ReturnType<typeof storedRow>
