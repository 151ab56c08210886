import { z } from 'zod'
import { CHOOSE } from '#contract/lib/messages.ts'

/**
 * Meanings of events for programs, in whatever words staff name them. The first fourteen are in the order in
 * which a shipment reaches them; a hold and a customs exam may happen at any time and do not change what was
 * reached.
 */
export const MILESTONES = [
  'booked',
  'confirmed',
  'picked-up',
  'received',
  'stuffed',
  'loaded',
  'departed',
  'arrived',
  'discharged',
  'stripped',
  'customs-released',
  'available',
  'out-for-delivery',
  'delivered',
  'on-hold',
  'customs-exam',
] as const
export type Milestone = (typeof MILESTONES)[number]

/** Milestones as staff read them. */
export const MILESTONE_LABELS: Record<Milestone, string> = {
  booked: 'Booked',
  confirmed: 'Booking confirmed',
  'picked-up': 'Picked up from the supplier',
  received: 'Received at the origin CFS',
  stuffed: 'Stuffed into the container',
  loaded: 'Loaded on the vessel',
  departed: 'Departed',
  arrived: 'Arrived at the port of discharge',
  discharged: 'Discharged',
  stripped: 'Unloaded at the destination CFS',
  'customs-released': 'Released by customs',
  available: 'Available for pick-up',
  'out-for-delivery': 'Out for delivery',
  delivered: 'Delivered',
  'on-hold': 'On hold',
  'customs-exam': 'Customs exam',
}

/** Milestones outside the order in which a shipment reaches them. */
export const INTERRUPTIONS = ['on-hold', 'customs-exam'] as const satisfies readonly Milestone[]

/** A milestone in an answer; null for none. */
export const milestone = z.literal(MILESTONES).nullable()

/** A milestone in an input; null or absent for none. */
export const optionalMilestone = () =>
  z
    .literal(MILESTONES, { error: CHOOSE })
    .nullish()
    .transform((value) => value ?? null)

/** A milestone as staff read it; 'None' for null. */
export const showMilestone = (code: unknown): string => {
  const known = milestone.safeParse(code).data
  return known ? MILESTONE_LABELS[known] : 'None'
}
