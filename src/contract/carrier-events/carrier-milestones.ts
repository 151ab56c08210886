import { MILESTONES } from '#contract/reference/milestones.ts'

/** What carriers tell beyond the milestones of an order: of empty containers, of gates and rail, and what they expect. */
const CARRIERS_OWN = [
  'empty-out',
  'gate-in',
  'rail-loaded',
  'rail-departed',
  'rail-arrived',
  'rail-unloaded',
  'empty-returned',
  'etd',
  'eta',
] as const

/** Meanings of a carrier's events. */
export const CARRIER_MILESTONES = [...MILESTONES, ...CARRIERS_OWN] as const
export type CarrierMilestone = (typeof CARRIER_MILESTONES)[number]

/** Milestones that a shipment reaches with its departure at the latest. */
const UP_TO_DEPARTURE: ReadonlySet<string> = new Set([
  ...MILESTONES.slice(0, MILESTONES.indexOf('departed') + 1),
  ...['empty-out', 'gate-in', 'etd'],
])

export const upToDeparture = (milestone: CarrierMilestone): boolean => UP_TO_DEPARTURE.has(milestone)
