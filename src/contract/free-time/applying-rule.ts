import type { Clock } from './free-time-codes.ts'

/** The parts of a rule that say where and when it holds; null is anywhere, for anybody, for ever. */
export interface RuleScope {
  id: number
  clock: Clock
  placeId: number | null
  /** The code of the port of discharge. */
  port: string | null
  carrierId: number | null
  sizeType: string | null
  /** First and last day of the start of a clock, 'yyyy-MM-dd'. */
  validFrom: string
  validTo: string | null
}

/** A clock that looks for its rule: where it runs, and the day on which it starts. */
export interface RunningClock extends Pick<RuleScope, 'clock' | 'placeId' | 'port' | 'carrierId' | 'sizeType'> {
  start: string
}

/** Fields that narrow a rule down, the most specific first. */
const NARROWING = ['placeId', 'port', 'carrierId', 'sizeType'] as const

const applies = (rule: RuleScope, clock: RunningClock) =>
  rule.clock === clock.clock &&
  rule.validFrom <= clock.start &&
  (rule.validTo === null || rule.validTo >= clock.start) &&
  NARROWING.every((field) => rule[field] === null || rule[field] === clock[field])

/** Negative if a rule goes before another one: it names the place, else the port, the carrier, the size type. */
function precedence(one: RuleScope, other: RuleScope): number {
  const decides = NARROWING.find((field) => (one[field] === null) !== (other[field] === null))
  if (decides) return one[decides] === null ? 1 : -1
  if (one.validFrom !== other.validFrom) return one.validFrom > other.validFrom ? -1 : 1
  return other.id - one.id
}

/**
 * The rule of a clock: of those that fit and are valid on the day of its start, the most specific; of equally specific
 * ones the later, then the one with the higher id. Null if none fits.
 */
export const applyingRule = <Rule extends RuleScope>(rules: readonly Rule[], clock: RunningClock): Rule | null =>
  rules.filter((rule) => applies(rule, clock)).toSorted(precedence)[0] ?? null
