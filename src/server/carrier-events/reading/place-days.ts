import { type CarrierEvent, eventInstant } from '#contract/carrier-events/carrier-events.ts'
import { instantAt, zoneOffset } from '#contract/lib/zones.ts'
import { zoneOfCountry } from '#server/zones/country-zones.ts'
import { zoneOfPort } from '#server/zones/port-zones.ts'
import { valueAt } from './dcsa-fields.ts'

/** Time zones by UN/LOCODE: those of our places. */
export type PlaceZones = Readonly<Record<string, string>>

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAY_LENGTH = 10

/** When and on which day of the place something happens; the day is from one instant until before another. */
export interface PlacedTime {
  at: string
  zoneAssumed: boolean
  day: string
  dayFrom: string
  dayTo: string
}

const iso = (time: number) => new Date(time).toISOString()

/** The zone of a place: ours at that port, else that of the port, else the one of its country; null if none is known. */
function zoneOf(placeCode: string | null, zones: PlaceZones): string | null {
  if (placeCode === null) return null
  const own = Object.hasOwn(zones, placeCode) ? zones[placeCode] : undefined
  return own ?? zoneOfPort(placeCode) ?? zoneOfCountry(placeCode.slice(0, 2))
}

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}.*([+-])(\d{2}):?(\d{2})\s*$/

/** Minutes by which the carrier wrote the time ahead of UTC; 0 where it wrote none. */
function writtenOffset(raw: unknown): number {
  const [, sign, hours, minutes] = WITH_OFFSET.exec(String(valueAt(raw, 'eventDateTime') ?? '')) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * The time of an event at its place. A place whose zone nobody knows has the clocks by which the carrier wrote the
 * time, or those of UTC, so that its day is the one that was written.
 */
export function placedTime(event: CarrierEvent, zones: PlaceZones): PlacedTime {
  const zone = zoneOf(event.placeCode, zones)
  const { at, zoneAssumed } = eventInstant(event, zone ?? 'UTC')
  const offset = zone === null ? writtenOffset(event.raw) * MINUTE_MS : zoneOffset(Date.parse(at), zone)
  const day = (event.localAt ?? iso(Date.parse(at) + offset)).slice(0, DAY_LENGTH)
  const begins = Date.parse(day)
  const instant = (shown: number) => (zone === null ? shown - offset : instantAt(shown, zone))
  return { at, zoneAssumed, day, dayFrom: iso(instant(begins)), dayTo: iso(instant(begins + DAY_MS)) }
}
