import {
  CLOCK_LABELS,
  DAY_UNIT_LABELS,
  FIRST_DAY_LABELS,
  labelOf,
  SAID_BY_LABELS,
  START_BASIS_LABELS,
} from '#contract/free-time/free-time-codes.ts'
import { FREE_TIME_LABELS } from '#contract/free-time/free-times.ts'
import { showTier, tier } from '#contract/free-time/tiers.ts'
import { ORIGINAL_BILL_LABELS, RELEASE_LABELS } from '#contract/releases/releases.ts'
import type { Shown } from './shown.ts'

type Values = Record<string, (value: unknown, shown: Shown) => string>

const yesOrNo = (value: unknown) => (value === true ? 'Yes' : 'No')
const atTime = (at: unknown, { time }: Shown) => (at === null ? '' : time(at))
const onDay = (at: unknown, { day }: Shown) => (at === null ? '' : day(at))

/** Values of clocks and of their rules in words. */
export const CLOCK_VALUES: Values = {
  clock: (code) => labelOf(CLOCK_LABELS, code),
  unit: (code) => labelOf(DAY_UNIT_LABELS, code),
  firstDay: (code) => labelOf(FIRST_DAY_LABELS, code),
  startBasis: (code) => labelOf(START_BASIS_LABELS, code),
  saidBy: (code) => labelOf(SAID_BY_LABELS, code),
  byHand: yesOrNo,
  startsOn: onDay,
  lastFreeDay: onDay,
  saidFreeDay: onDay,
  endedOn: onDay,
  validFrom: onDay,
  validTo: onDay,
  tiers: (value) => (tier.array().safeParse(value).data ?? []).map(showTier).join('\n'),
}

/** Labels and values of what happens after the arrival, on an order or its container. */
export const ARRIVAL_LABELS: Record<string, string> = { ...FREE_TIME_LABELS, ...RELEASE_LABELS }
export const ARRIVAL_VALUES: Values = {
  ...CLOCK_VALUES,
  originalBill: (code) => labelOf(ORIGINAL_BILL_LABELS, code),
  freightPaidAt: atTime,
  originalAt: atTime,
  customsReleasedAt: atTime,
  carrierReleasedAt: atTime,
  appointmentAt: atTime,
  releasedAt: atTime,
  deliveryOrderDocumentId: (id, { name }) => (id === null ? '' : name('documents', id)),
}
