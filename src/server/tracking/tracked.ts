import type { Milestone } from '#contract/reference/milestones.ts'
import type { Day } from './days.ts'

/**
 * Dates of a confirmation or a sailing that clients are told, ISO 8601 in UTC. Cut-offs have a time; the
 * others are days at 00:00.
 */
export type TrackedDates = {
  cargoCutOffAt: string | null
  documentationCutOffAt: string | null
  estimatedDeparture: string | null
  actualDeparture: string | null
  estimatedArrival: string | null
  actualArrival: string | null
}

/** The facts of an order for those who track it: no people, companies, addresses or money. */
export interface TrackedOrder {
  trackingCode: string
  status: number
  /** LCL or FCL. */
  transportationMode: number
  shipmentTradeTerms: number
  createdAt: string
  /** Origin and destination as the order names them. */
  cityName: string
  cartageName: string
  lastEventPublicStatus: string | null
  lastEventTime: string | null
  /** Milestone of the last standing history entry. */
  lastEventMilestone: Milestone | null
  /** Time at which each milestone was first reached; withdrawn entries do not count. */
  reached: readonly { milestone: Milestone; date: string }[]
  /** Names, '' where unknown. */
  portOfLoading: string
  portOfDischarge: string
  placeOfDelivery: string
  confirmation: (TrackedDates & { placeEstimatedArrival: string | null; placeActualArrival: string | null }) | null
  /** The order's sailing: its dates now, and its first ones. */
  sailing: { now: TrackedDates; first: TrackedDates } | null
  /** Time of the last change of the order, its history, its confirmation or its sailing. */
  datesAt: string
  /** Null unless the forwarder shows them. */
  carriage: Carriage | null
  /** Null unless the forwarder shows it, and the cargo can be picked up. */
  pickUp: PickUp | null
}

/** Cargo that can be picked up. Days are those at the place, 'YYYY-MM-DD'. */
export interface PickUp {
  since: Day
  /** The last day that costs nothing; null where unknown. */
  freeUntil: Day | null
  /** Name and address, '' where unknown. */
  place: string
  address: string
}

/** The vessel and the containers of an order; '' and none where unknown. */
export interface Carriage {
  vessel: string
  voyage: string
  containers: readonly string[]
}

/** A cut-off (ISO 8601) and the one that this reader knew before, null if it is the same. */
export interface CutOff {
  at: string
  was: string | null
}

/**
 * Dates that a reader is told: cut-offs are instants in ISO 8601, the others days ('YYYY-MM-DD'). Null where
 * unknown.
 */
export interface ToldDates {
  cargoCutOff: string | null
  documentationCutOff: string | null
  departure: Day | null
  arrival: Day | null
  /** At the place of delivery. */
  place: Day | null
}

/** The date of the confirmation, else that of the sailing. */
export const currentOf = ({ confirmation, sailing }: TrackedOrder, field: keyof TrackedDates): string | null =>
  confirmation?.[field] ?? sailing?.now[field] ?? null

/** The sailing's first date; null where the order does not go by its sailing. */
export const firstOf = (order: TrackedOrder, field: keyof TrackedDates): string | null =>
  order.sailing && order.sailing.now[field] === currentOf(order, field) ? order.sailing.first[field] : null
