import { type RawBuilder, sql } from 'kysely'
import type { Filter, FilterField, FilterFields, Filters } from '#contract/lib/filters.ts'
import { containsIndexed, foldedLike, spelledLike } from '#server/resource/folded.ts'
import type { Condition, FilterAmong, FilterClock, FilterColumn, FilterColumns, KnownValues } from './columns.ts'
import { dateCondition } from './date-condition.ts'

const any = (conditions: readonly Condition[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

const PLACES = { has: 'anywhere', starts: 'start' } as const

/** A text of one of these columns, however it is typed and spelled. */
export function textCondition(
  { operator, values }: Filter,
  columns: readonly RawBuilder<unknown>[],
  { folded: kept, indexed }: Pick<FilterColumn, 'folded' | 'indexed'>,
): Condition {
  const place = operator === 'has' || operator === 'starts' ? PLACES[operator] : 'whole'
  const matches = (text: RawBuilder<unknown>, typed: string) => {
    if (kept) return foldedLike(text, typed, place)
    return indexed ? containsIndexed(text, typed, place) : spelledLike(text, typed, place)
  }
  return any(columns.flatMap((text) => values.map((typed) => matches(text, typed))))
}

function numberCondition({ operator, values }: Filter, column: RawBuilder<unknown>): Condition {
  const [first = '0', last = '0'] = values
  if (operator === 'between') return sql<boolean>`${column} between ${first}::numeric and ${last}::numeric`
  if (operator === 'more') return sql<boolean>`${column} > ${first}::numeric`
  if (operator === 'less') return sql<boolean>`${column} < ${first}::numeric`
  return sql<boolean>`${column} = any(${values}::numeric[])`
}

/** A choice of records or codes, found by an index that sorts by another column as well if it is only one. */
function choiceCondition({ values }: Filter, columns: readonly RawBuilder<unknown>[], type = 'integer'): Condition {
  const [first] = values
  const [column = sql`null`] = columns
  if (columns.length > 1) return any(columns.map((each) => choiceCondition({ operator: 'in', values }, [each], type)))
  return values.length === 1
    ? sql<boolean>`(${column} = ${first}::${sql.raw(type)})`
    : sql<boolean>`(${column} = any(${values}::${sql.raw(`${type}[]`)}))`
}

/** The condition that a value is none of these; a row without a value meets it. */
function otherCondition(
  field: FilterField,
  filter: Filter,
  columns: readonly RawBuilder<unknown>[],
  type = 'integer',
): Condition {
  const rest = othersOf(field, filter)
  const [column = sql`null`] = columns
  if (rest) return sql<boolean>`(${choiceCondition(rest, [column], type)} or ${column} is null)`
  const { values } = filter
  const others = columns.map(
    (column) => sql<boolean>`(${column} <> all(${values}::${sql.raw(`${type}[]`)}) or ${column} is null)`,
  )
  return sql<boolean>`(${sql.join(others, sql` and `)})`
}

// Ranges and null tests can use indexes; a text may be null or ''.
const FILLED = {
  text: (column: RawBuilder<unknown>) => sql<boolean>`${column} > ''`,
  other: (column: RawBuilder<unknown>) => sql<boolean>`${column} is not null`,
}
const EMPTY = {
  text: (column: RawBuilder<unknown>) => sql<boolean>`(${column} = '' or ${column} is null)`,
  other: (column: RawBuilder<unknown>) => sql<boolean>`${column} is null`,
}

type Within = (condition: Condition) => Condition

/** The rows with a value, in any of its columns. */
function filledCondition({ kind }: FilterField, column: FilterColumn, columns: RawBuilder<unknown>[], within: Within) {
  const { presence, required } = column
  if (required) return sql<boolean>`true`
  if (presence) return sql<boolean>`(${sql.raw(presence.filled)})`
  return within(any(columns.map(kind === 'text' ? FILLED.text : FILLED.other)))
}

/** The rows without one. `exists` is never null, and only a bare `not` of it becomes an anti-join. */
function emptyCondition(field: FilterField, column: FilterColumn, columns: RawBuilder<unknown>[], within: Within) {
  if (column.required) return sql<boolean>`false`
  if (column.presence) return sql<boolean>`(${sql.raw(column.presence.empty)})`
  if (column.within) return sql<boolean>`not ${filledCondition(field, column, columns, within)}`
  const blank = columns.map(field.kind === 'text' ? EMPTY.text : EMPTY.other)
  return sql<boolean>`(${sql.join(blank, sql` and `)})`
}

/** The other values of an enum, which an index finds; `null` if any record may be meant. */
const othersOf = (field: FilterField, { values }: Filter): Filter | null =>
  field.kind === 'enum'
    ? { operator: 'in', values: field.choices.map(({ value }) => value).filter((value) => !values.includes(value)) }
    : null

/**
 * Up to so many values are compared one by one; of more, the planner would take longer to estimate their
 * rows.
 */
const MANY_VALUES = 1_000
// Makes a comparison look dearer than one of numbers, which is then made first.
const DEARER = { text: " || ''", integer: ' + 0' }

/** The rows whose value is one of those that match: of those known, or of those that are found. */
function amongCondition(
  { column, type, select, few }: FilterAmong,
  condition: Condition,
  values?: KnownValues[string],
): Condition {
  const [value, matching] = [sql.raw(column), sql`${sql.raw(select)} ${condition}`]
  if (!values)
    return few ? sql<boolean>`(${value} = any(array(${matching})))` : sql<boolean>`(${value} in (${matching}))`
  const list = sql`${values}::${sql.raw(type)}[]`
  if (values.length <= MANY_VALUES) return sql<boolean>`(${value} = any(${list}))`
  // Many values are one set, in which each row that meets everything else is looked up.
  return sql<boolean>`((${value}${sql.raw(DEARER[type])} in (select unnest(${list}))) is true)`
}

interface Asked extends FilterClock {
  /** The values of this field that match, where they are known. */
  values?: KnownValues[string] | undefined
}

/** The condition of one filter. */
function conditionOf(field: FilterField, column: FilterColumn, filter: Filter, asked: Asked): Condition {
  const { timeZone, now = new Date(), values } = asked
  const { among } = column
  const within = (condition: Condition) => column.within?.(condition) ?? condition
  const columns = [column.sql].flat().map((text) => sql.raw(text))
  const [value = sql`null`] = columns
  if (filter.operator === 'filled') return filledCondition(field, column, columns, within)
  if (filter.operator === 'empty') return emptyCondition(field, column, columns, within)
  switch (field.kind) {
    case 'text': {
      const condition = textCondition(filter, columns, column)
      return among ? amongCondition(among, condition, values) : within(condition)
    }
    case 'number':
      return within(numberCondition(filter, value))
    case 'date':
      return within(dateCondition(filter, value, { field, timeZone, now }))
    default: {
      const others = filter.operator === 'not' && column.required ? othersOf(field, filter) : null
      if (others) return choiceCondition(others, columns, column.type)
      if (filter.operator === 'not' && !column.within) return otherCondition(field, filter, columns, column.type)
      const chosen = within(choiceCondition(filter, columns, column.type))
      return filter.operator === 'not' ? sql<boolean>`not ${chosen}` : chosen
    }
  }
}

/**
 * Filters of the one row of another table: asked together, unless all of them want it empty. A row that has
 * one value and lacks another is then looked for, instead of rows with the one among those without the other.
 */
function askedTogether(parts: readonly FilterPart[], clock: FilterClock): Condition[] {
  const [first] = parts
  const wanted = parts.filter(({ filter }) => filter.operator !== 'empty')
  if (parts.length < 2 || wanted.length === 0 || !first?.column.within)
    return parts.map(({ field, column, filter }) => conditionOf(field, column, filter, clock))
  const here = parts.map(({ field, column: { within, ...column }, filter }) =>
    conditionOf(field, column, filter, clock),
  )
  return [first.column.within(sql<boolean>`${sql.join(here, sql` and `)}`)]
}
/** A filter, its field, and where its values are. */
interface FilterPart {
  field: FilterField
  column: FilterColumn
  filter: Filter
}

/** The conditions of all filters, each over columns of its field, with the values of texts that are known. */
export function filterConditions<Fields extends FilterFields>(
  fields: Fields,
  columns: FilterColumns<Fields>,
  filters: Filters,
  clock: FilterClock,
  known: KnownValues = {},
): Condition[] {
  const [single, together]: [Condition[], Map<FilterColumn['within'], FilterPart[]>] = [[], new Map()]
  for (const [name, filter] of Object.entries(filters)) {
    const [field, column] = [fields[name], columns[name]]
    if (!field || !column) continue
    if (column.oneRow) together.set(column.within, [...(together.get(column.within) ?? []), { field, column, filter }])
    else single.push(conditionOf(field, column, filter, { ...clock, values: known[name] }))
  }
  return [...single, ...[...together.values()].flatMap((parts) => askedTogether(parts, clock))]
}
