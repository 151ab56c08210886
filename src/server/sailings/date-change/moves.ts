import type { z } from 'zod'
import { keysOf } from '#contract/lib/record-of.ts'
import type { DateChangeInput, DateChangeRow, dateChangePreview } from '#contract/sailings/date-change.ts'
import { FOLLOWED, FOLLOWED_FIELDS, PLANNED_DATES, type PlannedDate } from '#contract/sailings/sailing-codes.ts'

/** Planned dates of a sailing, or those of most confirmations of a voyage. */
export type PlannedDates = Record<PlannedDate, string | null>
export type Moved = DateChangeRow['fields'][number]
export type SailingMoved = z.infer<typeof dateChangePreview>['dates'][number]

/** The requested change, and the dates of the sailing before. */
export interface Change extends Pick<DateChangeInput, 'dates' | 'mode'> {
  earlier: PlannedDates
}

/** Dates in the booking confirmation of an order. */
export type ConfirmedDates = Partial<Record<Moved['field'], string | null>>

/** Arrivals at the port and at the place. */
export interface Arrivals {
  portEta: string | null
  placeEta: string | null
}

const DAY_MS = 86_400_000

/** The field of a booking confirmation for each date of a sailing; the VGM cut-off has none. */
const FIELD_OF = Object.fromEntries(FOLLOWED_FIELDS.map((field) => [FOLLOWED[field], field])) as Partial<
  Record<PlannedDate, (typeof FOLLOWED_FIELDS)[number]>
>

/** The dates that were sent. */
const sentDates = (dates: Change['dates']) => PLANNED_DATES.filter((date) => dates[date] !== undefined)

/** The dates of the sailing that change. */
export const sailingMoves = ({ dates, earlier }: Change): SailingMoved[] =>
  sentDates(dates)
    .map((field) => ({ field, from: earlier[field], to: dates[field] ?? null }))
    .filter(({ from, to }) => from !== to)

/** The arrival at the place, moved by as many days as the one at the port; undefined if it stays. */
function movedPlace({ dates, mode, earlier }: Change, own: ConfirmedDates): string | undefined {
  const { portEstimatedTimeOfArrivalAt: port, placeEstimatedTimeOfArrivalAt: place } = own
  const before = port ?? earlier.portEta
  if (mode !== 'shift' || !dates.portEta || !before || !place) return undefined
  return new Date(Date.parse(place) + Date.parse(dates.portEta) - Date.parse(before)).toISOString()
}

/** The dates of an order that change. */
export function orderMoves(change: Change, own: ConfirmedDates): Moved[] {
  const moves: Moved[] = sentDates(change.dates).flatMap((date) => {
    const field = FIELD_OF[date]
    return field ? [{ field, from: own[field] ?? null, to: change.dates[date] ?? null }] : []
  })
  const place = movedPlace(change, own)
  const field = 'placeEstimatedTimeOfArrivalAt'
  if (place !== undefined) moves.push({ field, from: own[field] ?? null, to: place })
  return moves.filter(({ from, to }) => from !== to)
}

/** Whether the order has a date of its own: neither the sailing's earlier one nor the new one. */
export const differsFrom = ({ dates, earlier }: Change, own: ConfirmedDates): boolean =>
  sentDates(dates).some((date) => {
    const field = FIELD_OF[date]
    const value = field && own[field]
    return Boolean(value) && value !== earlier[date] && value !== dates[date]
  })

/** Arrivals of an order, after its moves if there are any. */
export function arrivalsOf(own: ConfirmedDates, moves: readonly Moved[] = []): Arrivals {
  const value = (field: Moved['field']) => {
    const move = moves.find((each) => each.field === field)
    return move ? move.to : (own[field] ?? null)
  }
  return { portEta: value('portEstimatedTimeOfArrivalAt'), placeEta: value('placeEstimatedTimeOfArrivalAt') }
}

/** Days between two dates, negative for an earlier one; null if there is only one. */
const daysBetween = (known: string | null, now: string | null): number | null =>
  known && now ? Math.trunc((Date.parse(now) - Date.parse(known)) / DAY_MS) : null

/**
 * Whether arrivals are news to a client who knows others: one appears, goes, or moves by at least
 * `shiftDays`. `days` is the greater move; null if there is nothing to compare with.
 */
export function newsFor(known: Arrivals, now: Arrivals, shiftDays: number): { isNews: boolean; days: number | null } {
  let isNews = false
  let most: number | null = null
  for (const key of keysOf(now)) {
    if (known[key] === now[key]) continue
    const days = daysBetween(known[key], now[key])
    if (days === null || Math.abs(days) >= shiftDays) isNews = true
    if (days !== null && Math.abs(days) > Math.abs(most ?? 0)) most = days
  }
  return { isNews, days: most }
}
