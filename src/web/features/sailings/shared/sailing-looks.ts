import { IconAnchor, IconBan, IconCalendarEvent, IconLock, IconShip } from '@tabler/icons-react'
import { SIZE_TYPES } from '#contract/reference/container-codes.ts'
import {
  CONTAINER_TIME_LABELS,
  CONTAINER_TIMES,
  type Container,
  type ContainerTime,
} from '#contract/sailings/containers.ts'
import { SAILING_STATUS_LABELS, type SailingStatus } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import type { Dates } from '#web/lib/format/dates.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'

const LOOKS = {
  planned: { tone: 'info', icon: IconCalendarEvent },
  closed: { tone: 'warn', icon: IconLock },
  departed: { tone: 'info', icon: IconShip },
  arrived: { tone: 'good', icon: IconAnchor },
  cancelled: { tone: 'neutral', icon: IconBan },
} as const

/** The badge of a sailing's status. */
export const sailingStatusLook = (status: SailingStatus) => ({
  ...LOOKS[status],
  children: SAILING_STATUS_LABELS[status],
})

/** Vessel and voyage: 'EVER GIVEN 018E'. */
export const vesselAndVoyage = ({ vessel, voyage }: Pick<Sailing, 'vessel' | 'voyage'>) => `${vessel.name} ${voyage}`

/** Used capacity, '12.4 of 58 CBM', or '12.4 CBM' without one. Under a heading CBM, it needs no unit. */
export const ofCapacity = (used: number, capacity: number, unit?: 'CBM' | 'kg') =>
  [shortQuantity(used), ...(capacity > 0 ? ['of', shortQuantity(capacity)] : []), ...(unit ? [unit] : [])].join(' ')

interface Box {
  maxCbm: number
  maxKg: number
  usedCbm: number
  usedKg: number
}

const sizes: Partial<Record<string, { label: string }>> = SIZE_TYPES
/** A size type in words: "40' high cube" for '45G1'; the code itself if it is not one of ours. */
export const sizeTypeLabel = (code: string) => sizes[code]?.label ?? code

/** The name of a container: its number, or its id while it has none, as in the server's warnings. */
export const boxName = ({ id, number }: { id: number; number: string }) => number || `Container ${id}`

type Arrival = Pick<Container, 'terminalPlace' | ContainerTime>

/** Where a container arrives, and what happened there last: 'Deltaport', 'gate out Nov 20 2026 9:05'. */
export function arrivalOf(container: Arrival, { dateTime }: Pick<Dates, 'dateTime'>): string[] {
  const last = CONTAINER_TIMES.findLast((time) => container[time] !== null)
  return [
    ...(container.terminalPlace ? [container.terminalPlace.name] : []),
    ...(last ? [`${CONTAINER_TIME_LABELS[last].toLowerCase()} ${dateTime(container[last])}`] : []),
  ]
}

/** The measure that fills a container first: volume or weight, whichever is fuller. */
export function fuller({ usedCbm, maxCbm, usedKg, maxKg }: Box) {
  const byWeight = maxKg > 0 && (maxCbm <= 0 || usedKg / maxKg > usedCbm / maxCbm)
  return byWeight
    ? { used: usedKg, capacity: maxKg, unit: 'kg' as const }
    : { used: usedCbm, capacity: maxCbm, unit: 'CBM' as const }
}
