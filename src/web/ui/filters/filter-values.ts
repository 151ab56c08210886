import {
  FILTER_OPERATOR_LABELS,
  FILTER_OPERATORS,
  type Filter,
  type FilterField,
  type FilterOperator,
  hasHours,
  PERIODS,
  parseFilter,
  writeFilter,
} from '#contract/lib/filters.ts'
import { DATE } from '#contract/lib/messages.ts'
import { readDay, showDay } from '#web/lib/format/form-dates.ts'

/** A filter as typed in the editor. */
export interface TypedFilter {
  operator: FilterOperator
  values: readonly string[]
}

/** Operators that the editor offers, without 'one of several', which ticking several values means. */
const offeredOperators = ({ kind }: FilterField): FilterOperator[] =>
  FILTER_OPERATORS[kind].filter((operator) => operator !== 'in')

const DURING = 'during:'

/** Conditions that the editor offers after the field: operators, and for a date the periods before them. */
export const offeredConditions = (field: FilterField): { value: string; label: string }[] => [
  ...(field.kind === 'date'
    ? Object.entries(PERIODS).map(([period, label]) => ({ value: `${DURING}${period}`, label }))
    : []),
  ...offeredOperators(field)
    .filter((operator) => operator !== 'during')
    .map((operator) => ({ value: operator, label: FILTER_OPERATOR_LABELS[operator] })),
]

/** The condition of a typed filter; null before one is chosen. */
export const conditionOf = ({ operator, values: [period] }: TypedFilter): string | null =>
  operator === 'during' ? (period ? `${DURING}${period}` : null) : operator

/** The filter with another condition; its values stay if it takes such. */
export function withCondition(typed: TypedFilter, condition: string): TypedFilter {
  if (condition.startsWith(DURING)) return { operator: 'during', values: [condition.slice(DURING.length)] }
  // The cast: conditions are offered ones.
  return { operator: condition as FilterOperator, values: typed.operator === 'during' ? [] : typed.values }
}

/** Inputs of an operator; undefined for any number of alternatives. */
export function inputsOf({ kind }: FilterField, operator: FilterOperator): number | undefined {
  if (operator === 'empty' || operator === 'filled' || operator === 'during') return 0
  if (operator === 'between') return 2
  if (kind === 'date' || operator === 'more' || operator === 'less') return 1
  return undefined
}

/** True for an operator that takes a number of days or hours. */
export const isAway = (operator: FilterOperator) => operator === 'last' || operator === 'next'

/** A filter as its editor begins with it; without one, the first operator and empty inputs. */
export function typedOf(field: FilterField, filter: Filter | undefined): TypedFilter {
  const [first = 'is'] = offeredOperators(field)
  if (!filter) return { operator: first, values: [] }
  const operator = filter.operator === 'in' ? 'is' : filter.operator
  if (isAway(operator)) return { operator, values: filter.values.map((value) => value.replace(/[dh]$/, '')) }
  if (operator === 'during') return { operator, values: filter.values }
  return { operator, values: field.kind === 'date' ? filter.values.map(showDay) : filter.values }
}

/** Reads typed inputs as a filter; the error is for the field. */
export function readTyped(field: FilterField, { operator, values }: TypedFilter): Filter | { error: string } {
  const count = inputsOf(field, operator)
  if (operator === 'during')
    return values.length === 0 ? { error: 'Please choose when' } : checked(field, { operator, values })
  if (count === 0) return { operator, values: [] }
  const typed = values.map((value) => value.trim()).slice(0, count)
  const filled = typed.filter((value) => value !== '')
  if (filled.length === 0 || (count !== undefined && filled.length < count)) return { error: 'Please enter a value' }
  if (isAway(operator)) {
    const unit = hasHours(field) ? 'h' : 'd'
    return checked(field, { operator, values: filled.map((n) => `${n}${unit}`) })
  }
  if (field.kind === 'date') {
    const days = filled.flatMap((value) => readDay(value) ?? [])
    return days.length < filled.length ? { error: DATE } : checked(field, { operator, values: days })
  }
  const several = filled.length > 1 && operator === 'is' && (field.kind === 'enum' || field.kind === 'ref')
  const numbers = field.kind === 'number' ? filled.map((value) => value.replace(',', '.')) : filled
  return checked(field, { operator: several ? 'in' : operator, values: numbers })
}

/** Checks a filter by the rules of the address. */
const checked = (field: FilterField, filter: Filter) => parseFilter(field, writeFilter(filter))
