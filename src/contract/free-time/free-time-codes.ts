/** Clocks that run after the arrival: at the terminal, outside it, at a rail terminal, at a CFS. */
export const CLOCKS = ['demurrage', 'detention', 'rail', 'storage'] as const
export type Clock = (typeof CLOCKS)[number]

/** Days of free time: all of them, or those that are neither Saturday, Sunday nor holiday. */
export const DAY_UNITS = ['calendar', 'working'] as const
export type DayUnit = (typeof DAY_UNITS)[number]

/** Day 1 of free time: the day of the start, or the one after it. */
export const FIRST_DAYS = ['same', 'next'] as const
export type FirstDay = (typeof FIRST_DAYS)[number]

/** What a charge is for, on each day: a container, a CBM, a revenue ton or an order. */
export const CHARGED_PER = ['container-day', 'cbm-day', 'rt-day', 'order-day'] as const
export type ChargedPer = (typeof CHARGED_PER)[number]
