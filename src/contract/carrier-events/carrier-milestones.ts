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
