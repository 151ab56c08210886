import { NUMBER } from './messages.ts'
import { cleanText, codePoints } from './text.ts'

/**
 * The operators of each kind of field. `last` and `next` take days or hours: 'last:7d', 'next:48h'. `during`
 * takes a period that moves on with the calendar: 'during:this-week'.
 */
export const FILTER_OPERATORS = {
  enum: ['is', 'in', 'not', 'empty', 'filled'],
  ref: ['is', 'in', 'not', 'empty', 'filled'],
  text: ['has', 'starts', 'is', 'empty', 'filled'],
  number: ['is', 'between', 'more', 'less', 'empty', 'filled'],
  date: ['during', 'between', 'before', 'after', 'last', 'next', 'empty', 'filled'],
} as const
export type FilterKind = keyof typeof FILTER_OPERATORS
export type FilterOperator = (typeof FILTER_OPERATORS)[FilterKind][number]

/** Periods of the calendar, as in the address and as staff read them. Weeks begin on Monday. */
export const PERIODS = {
  today: 'today',
  tomorrow: 'tomorrow',
  yesterday: 'yesterday',
  'this-week': 'this week',
  'next-week': 'next week',
  'last-week': 'last week',
  'this-month': 'this month',
  'next-month': 'next month',
  'last-month': 'last month',
} as const
type Period = keyof typeof PERIODS
const isPeriod = (value: string): value is Period => Object.hasOwn(PERIODS, value)
/** A period as staff read it. */
export const showPeriod = (value: string): string => (isPeriod(value) ? PERIODS[value] : value)

/** The operators as staff read them, between the field and its values. */
export const FILTER_OPERATOR_LABELS: Record<FilterOperator, string> = {
  is: 'is',
  in: 'is one of',
  not: 'is not',
  has: 'contains',
  starts: 'starts with',
  during: 'is',
  between: 'between',
  more: 'more than',
  less: 'less than',
  before: 'before',
  after: 'after',
  last: 'in the last',
  next: 'in the next',
  empty: 'is empty',
  filled: 'is not empty',
}

/** A value of an enum, as in the address and as staff read it. */
export interface FilterChoice {
  value: string
  label: string
}
/** A field that a list can be filtered by. */
export type FilterField =
  | { kind: 'enum'; label: string; choices: readonly FilterChoice[] }
  | {
      kind: 'ref'
      label: string
      /** The list of its records, as a path below /api/; `name` is the field that names them. */
      from: string
      name: string
      /** True for a member of staff: `me` is the caller. */
      me?: true
    }
  | { kind: 'text'; label: string }
  | { kind: 'number'; label: string }
  | {
      kind: 'date'
      label: string
      /**
       * True for a day of the calendar, the same in every time zone. Without it the field is an instant, and
       * the server's time zone decides its day.
       */
      days?: true
      /** True if `last` and `next` count hours from now. */
      hours?: true
    }
export type FilterFields = Record<string, FilterField>

/** Declares the filters of a list. Screens, parameters and SQL follow from them. */
export const defineFilters = <const Fields extends FilterFields>(fields: Fields): Fields => fields

/** The choices of an enum, from its codes and their labels. */
export const choicesOf = (labels: readonly string[] | Record<string, string>): FilterChoice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** A filter of one field. A record must pass the filters of all fields, and match one value of each. */
export interface Filter {
  operator: FilterOperator
  /** Values as in the address; none for `empty` and `filled`. */
  values: readonly string[]
}
/** Filters of a list by field; as texts: { status: 'in:0,2' }. */
export type Filters = Record<string, Filter>
export type FilterTexts = Record<string, string>

/** The value that stands for the caller, in a field that names a member of staff. */
export const ME = 'me'
/** Limits: values of one filter, letters of one text, days or hours of `last` and `next`. */
export const MOST_FILTER_VALUES = 200
export const LONGEST_FILTER_TEXT = 100
export const MOST_FILTER_DAYS = 3650
export const MOST_FILTER_HOURS = 999

const PREFIX = 'f.'
/** The parameter of a field, in the address and in calls: 'f.status'. */
export const filterParameter = (field: string) => `${PREFIX}${field}`
/** The field of a parameter; null for any other parameter. */
export const fieldOfParameter = (parameter: string) =>
  parameter.startsWith(PREFIX) ? parameter.slice(PREFIX.length) : null

/** True if `last` and `next` of the field count hours. */
export const hasHours = (field: FilterField) => field.kind === 'date' && field.hours === true

/** The values that a filter takes, for the API's document: 'Status: is, in; 0 In progress, 1 Cancelled'. */
export const filterMeaning = (field: FilterField): string => {
  const takes = `${field.label}: ${FILTER_OPERATORS[field.kind].join(', ')}`
  if (field.kind === 'enum')
    return `${takes}; ${field.choices.map(({ value, label }) => `${value} ${label}`).join(', ')}`
  if (field.kind !== 'date') return takes
  const periods = `${takes}; during takes ${Object.keys(PERIODS).join(', ')}`
  return hasHours(field) ? `${periods}; last and next take hours: 48h` : periods
}

/** Values that an operator takes; without an entry, one or more. */
const COUNTS: Partial<Record<FilterOperator, number>> = {
  during: 1,
  between: 2,
  more: 1,
  less: 1,
  before: 1,
  after: 1,
  last: 1,
  next: 1,
  empty: 0,
  filled: 0,
}

/** The text before and after the first mark; null for the second without a mark. */
function splitAt(text: string, mark: string): [string, string | null] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

const encoded = (value: string) => value.replaceAll('%', '%25').replaceAll(',', '%2C')
const decoded = (text: string) => text.replaceAll(/%(?:2C|25)/gi, (code) => (code === '%25' ? '%' : ','))

/** A filter as in the address: 'in:0,2', 'last:7d', 'empty'. A comma inside a value is written as %2C. */
export const writeFilter = ({ operator, values }: Filter): string =>
  values.length === 0 ? operator : `${operator}:${values.map(encoded).join(',')}`

const DAY = /^\d{4}-\d\d-\d\d$/
/** True for a day of the calendar, 'yyyy-MM-dd', from 1970 to 2199. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '1970' || text >= '2200') return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const isId = (value: string) => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= 2_147_483_647
const daysIn = (value: string) => Number(/^([1-9]\d{0,3})d$/.exec(value)?.[1] ?? 0)
/** Hours as a number, from '48h'; 0 for anything else. */
const hoursIn = (value: string) => Number(/^([1-9]\d{0,2})h$/.exec(value)?.[1] ?? 0)

/** The message for a wrong value; null for a right one. */
function wrong(field: FilterField, operator: FilterOperator, value: string): string | null {
  if (operator === 'last' || operator === 'next') {
    if (hasHours(field)) return hoursIn(value) > 0 ? null : `Send a number of hours, 1h to ${MOST_FILTER_HOURS}h`
    const days = daysIn(value)
    return days > 0 && days <= MOST_FILTER_DAYS ? null : `Send a number of days, 1d to ${MOST_FILTER_DAYS}d`
  }
  if (operator === 'during') return isPeriod(value) ? null : `Send one of ${Object.keys(PERIODS).join(', ')}`
  switch (field.kind) {
    case 'enum': {
      const known = field.choices.some((choice) => choice.value === value)
      return known ? null : `Allowed: ${field.choices.map((choice) => choice.value).join(', ')}`
    }
    case 'ref':
      if (field.me && value === ME) return null
      return isId(value) ? null : `Send the id of a record${field.me ? ', or me' : ''}`
    case 'number':
      return /^-?\d{1,12}(?:\.\d{1,6})?$/.test(value) ? null : NUMBER
    case 'date':
      return isDay(value) ? null : 'Send a day as yyyy-MM-dd'
    case 'text':
      return codePoints(value) <= LONGEST_FILTER_TEXT ? null : `No more than ${LONGEST_FILTER_TEXT} characters`
  }
}

const inOrder = ({ kind }: FilterField, [first = '', last = '']: readonly string[]) =>
  kind === 'number' ? Number(first) <= Number(last) : first <= last

/** The message for a wrong number of values; null for a right one. */
function miscounted(kind: FilterKind, operator: FilterOperator, count: number): string | null {
  const wanted = operator === 'is' && (kind === 'enum' || kind === 'ref') ? 1 : COUNTS[operator]
  if (wanted !== undefined && count !== wanted)
    return `${operator} takes ${['no value', 'one value', 'two values'][wanted]}`
  if (count === 0 && wanted === undefined) return `${operator} takes a value`
  return count <= MOST_FILTER_VALUES ? null : `No more than ${MOST_FILTER_VALUES} values`
}

/** Reads a filter from the address: 'in:0,2'. The error says what the field takes. */
export function parseFilter(field: FilterField, text: string): Filter | { error: string } {
  const clean = cleanText(text)
  if (!clean.ok) return { error: clean.message }
  const [name, rest] = splitAt(clean.text, ':')
  const operator = FILTER_OPERATORS[field.kind].find((each) => each === name)
  if (!operator) return { error: `Unknown operator. Allowed: ${FILTER_OPERATORS[field.kind].join(', ')}` }
  const values = rest === null ? [] : rest.split(',').map((part) => decoded(part).trim())
  const count = miscounted(field.kind, operator, values.length)
  if (count) return { error: count }
  for (const value of values) {
    const error = value === '' ? 'A value is empty' : wrong(field, operator, value)
    if (error) return { error }
  }
  if (operator === 'between' && !inOrder(field, values)) return { error: 'The first value is the lower one' }
  return { operator, values }
}

/** Reads filters by field. An unreadable one is left out, with a message at its field. */
export function readFilters(fields: FilterFields, texts: Record<string, unknown>) {
  const filters: Filters = {}
  const errors: Record<string, string> = {}
  for (const [name, text] of Object.entries(texts)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const read = !field
      ? { error: `Unknown filter. Allowed: ${Object.keys(fields).join(', ')}` }
      : typeof text === 'string'
        ? parseFilter(field, text)
        : { error: 'Send this filter once, as operator:value' }
    if ('error' in read) errors[name] = read.error
    else filters[name] = read
  }
  return { filters, errors }
}

/** Filters as texts, for an address or a view. */
export const writeFilters = (filters: Filters): FilterTexts =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, writeFilter(filter)]))

/** Hours before and after now that the filter lets through; null for a filter of days. */
export function filteredHours(field: FilterField, { operator, values: [first = ''] }: Filter) {
  if (!hasHours(field)) return null
  if (operator === 'last') return { before: hoursIn(first), after: 0 }
  return operator === 'next' ? { before: 0, after: hoursIn(first) } : null
}

const MS_PER_DAY = 86_400_000
/** The day `days` days after another, both 'yyyy-MM-dd'. */
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * MS_PER_DAY).toISOString().slice(0, 10)

/** The first day of the month `months` after that of a day, 'yyyy-MM-dd'. */
const monthAfter = (day: string, months: number) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)

/** The first and last day of a period that lies `by` before or after the present one. */
function periodAround(unit: string, by: number, today: string): { from: string; to: string } {
  if (unit === 'month') return { from: monthAfter(today, by), to: plusDays(monthAfter(today, by + 1), -1) }
  if (unit !== 'week') return { from: plusDays(today, by), to: plusDays(today, by) }
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = plusDays(today, 7 * by - sinceMonday)
  return { from: monday, to: plusDays(monday, 6) }
}

const AWAY: Record<string, number> = { tomorrow: 1, yesterday: -1, next: 1, last: -1 }

/** The first and last day of a period: 'this-week'. */
function daysOfPeriod(period: string, today: string) {
  const [which = '', unit = 'day'] = period.split('-')
  return periodAround(unit, AWAY[which] ?? 0, today)
}

/**
 * The first and last day that a filter of a date lets through; null where it is open. `today` is the day in
 * the server's time zone: the last 7 days are today and the 7 before, the next 7 are today and the 7 after.
 */
export function filteredDays({ operator, values }: Filter, today: string): { from: string | null; to: string | null } {
  const [first = '', last = ''] = values
  switch (operator) {
    case 'during':
      return daysOfPeriod(first, today)
    case 'between':
      return { from: first, to: last }
    case 'before':
      return { from: null, to: plusDays(first, -1) }
    case 'after':
      return { from: plusDays(first, 1), to: null }
    case 'last':
      return { from: plusDays(today, -daysIn(first)), to: today }
    case 'next':
      return { from: today, to: plusDays(today, daysIn(first)) }
    default:
      return { from: null, to: null }
  }
}
