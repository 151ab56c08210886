/** Clocks that run after the arrival: at the terminal, outside it, at a rail terminal, at a CFS. */
export const CLOCKS = ['demurrage', 'detention', 'rail', 'storage'] as const
export type Clock = (typeof CLOCKS)[number]
export const CLOCK_LABELS: Record<Clock, string> = {
  demurrage: 'Demurrage',
  detention: 'Detention',
  rail: 'Rail storage',
  storage: 'CFS storage',
}
/** Clocks of containers; storage is of LCL orders. */
export const CONTAINER_CLOCKS = ['demurrage', 'detention', 'rail'] as const satisfies readonly Clock[]

/** Days of free time: all of them, or those that are neither Saturday, Sunday nor holiday. */
export const DAY_UNITS = ['calendar', 'working'] as const
export type DayUnit = (typeof DAY_UNITS)[number]
export const DAY_UNIT_LABELS: Record<DayUnit, string> = { calendar: 'Calendar days', working: 'Working days' }

/** Day 1 of free time: the day of the start, or the one after it. */
export const FIRST_DAYS = ['same', 'next'] as const
export type FirstDay = (typeof FIRST_DAYS)[number]
export const FIRST_DAY_LABELS: Record<FirstDay, string> = { same: 'The same day', next: 'The day after' }

/** What starts a clock. A person tells the day of grounded and by-hand. */
export const START_BASES = ['discharged', 'grounded', 'available', 'gated-out', 'stripped', 'by-hand'] as const
export type StartBasis = (typeof START_BASES)[number]
export const START_BASIS_LABELS: Record<StartBasis, string> = {
  discharged: 'Discharged',
  grounded: 'Grounded',
  available: 'Available',
  'gated-out': 'Gate out',
  stripped: 'Unloaded at the CFS',
  'by-hand': 'A day by hand',
}

/** What ends a clock. */
export const END_BASES = ['gated-out', 'returned', 'out-for-delivery', 'delivered', 'by-hand'] as const

/** Whoever tells another last free day than ours. */
export const SAID_BY = ['notice', 'carrier'] as const
export type SaidBy = (typeof SAID_BY)[number]
export const SAID_BY_LABELS: Record<SaidBy, string> = { notice: 'Arrival notice', carrier: 'Carrier' }

/** Where a clock is from. */
export const FREE_TIME_SOURCES = ['rule', 'notice', 'carrier', 'staff'] as const

/** The most free days of a rule or a clock. */
export const MAX_FREE_DAYS = 60

/** What a charge is for, on each day: a container, a CBM, a revenue ton or an order. */
export const CHARGED_PER = ['container-day', 'cbm-day', 'rt-day', 'order-day'] as const
export type ChargedPer = (typeof CHARGED_PER)[number]
export const CHARGED_PER_LABELS: Record<ChargedPer, string> = {
  'container-day': 'container',
  'cbm-day': 'CBM',
  'rt-day': 'revenue ton',
  'order-day': 'order',
}

/** The label of one of these codes; '' for null and for any other value. */
export const labelOf = (labels: Record<string, string>, code: unknown): string =>
  typeof code === 'string' ? (labels[code] ?? code) : ''
