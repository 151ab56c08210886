import { type RawBuilder, sql } from 'kysely'
import type { Filter, FilterFields, Filters } from '#contract/lib/filters.ts'
import {
  type Condition,
  type FilterClock,
  type FilterColumn,
  type FilterColumns,
  type FilteredTable,
  type Known,
  ofOther,
  ofRows,
} from './columns.ts'
import { filterConditions, MANY_VALUES } from './conditions.ts'

/** One filter: what it asks, and where the ids that it lets through can be read without the list. */
export interface IdSource {
  /** The filter, asked of a row of the list. */
  condition: Condition
  /** SQL that selects its ids between the known ones from an index, any of them several times; null without an index. */
  ids: RawBuilder<unknown> | null
  /** Whether that index has them in the order of the list. */
  sorted: boolean
  /** Whether it is of another table. */
  isOther: boolean
  /** Whether it compares a text of each row. */
  isText: boolean
  /** What the planner collects for it: these ids, all others, or all. */
  collects: 'ids' | 'others' | 'all'
  /** The other filters. */
  rest: readonly Condition[]
  /** How many other tables the rest looks into. */
  otherTables: number
  /** Whether the rest is one value, whose index answers for an id by itself. */
  restSorted: boolean
}

/** Rows that an index finds: SQL of their table with its alias, of the id, and of the condition of the index. */
interface Source {
  from: string
  id: string
  live: string
  column: FilterColumn
}

/** Where an index of its own finds the rows of a filter; null where there is none. */
function sourceOf(column: FilterColumn, filter: Filter, { table, alias, live }: FilteredTable): Source | null {
  const isLack = filter.operator === 'empty' || filter.operator === 'not'
  if (column.rows) {
    const { within, rows, oneRow, ...own } = column
    return isLack ? null : { ...rows, column: own }
  }
  if (!column.indexed || filter.operator === 'filled' || filter.operator === 'not') return null
  const { indexed } = column
  if (indexed !== true && !(filter.values.length > 0 && filter.values.every((value) => indexed.includes(value))))
    return null
  const ids = filter.operator === 'empty' && column.presence?.emptyIds
  if (ids)
    return {
      from: `(${ids}) x`,
      id: 'x.id',
      live: 'true',
      column: { ...column, presence: { empty: 'true', filled: 'false' } },
    }
  const other = (text: string) => ofOther(text, alias)
  return {
    from: `${table} x`,
    id: 'x.id',
    live: other(live),
    column: {
      ...column,
      ...(typeof column.sql === 'string' && { sql: other(column.sql) }),
      ...(column.among && { among: { ...column.among, column: other(column.among.column), byIndex: true } }),
      ...(column.presence && {
        presence: { empty: other(column.presence.empty), filled: other(column.presence.filled) },
      }),
    },
  }
}

/** One source for each filter; null where the values of a text are not known, which makes it expensive to ask a single row. */
export function idSources<Fields extends FilterFields>(
  fields: Fields,
  columns: FilterColumns<Fields>,
  filters: Filters,
  { known, ...list }: FilteredTable & FilterClock & { known: Known },
): IdSource[] | null {
  const between = (id: string) => sql<boolean>`${sql.raw(id)} between ${known.ids.first} and ${known.ids.last}`
  const ask = (asked: Filters, of: FilterColumns<Fields> = ofRows(columns)) =>
    filterConditions(fields, of, asked, list, known)
  const isOther = (name: string) => columns[name]?.within !== undefined
  const isSorted = (name: string, { operator, values }: Filter) =>
    columns[name]?.listed === true && operator === 'is' && values.length === 1
  const sources: IdSource[] = []
  for (const [name, filter] of Object.entries(filters)) {
    const column = columns[name]
    if (!column) continue
    const values = known.values[name]
    const isOfValues = column.among !== undefined && filter.operator !== 'empty' && filter.operator !== 'filled'
    const isAmong = isOfValues && !column.among?.few
    if (isAmong && !values) return null
    const { [name]: _, ...others } = filters
    const isMany = isAmong && (values?.length ?? 0) > MANY_VALUES
    const source = sourceOf(column, filter, list)
    const met = source && [
      sql.raw(source.live),
      between(source.id),
      ...ask({ [name]: filter }, { ...columns, [name]: source.column }),
    ]
    sources.push({
      condition: sql<boolean>`${sql.join(ask({ [name]: filter }), sql` and `)}`,
      ids:
        source &&
        sql`select ${sql.raw(source.id)} from ${sql.raw(source.from)} where ${sql.join(met ?? [], sql` and `)}`,
      sorted: isSorted(name, filter),
      isOther: isOther(name),
      isText: isOfValues && column.among?.type === 'text',
      collects: source && !isMany ? 'ids' : isOther(name) ? 'others' : 'all',
      rest: ask(others),
      otherTables: Object.keys(others).filter(isOther).length,
      restSorted:
        Object.keys(others).length === 1 && Object.entries(others).every(([other, asked]) => isSorted(other, asked)),
    })
  }
  return sources
}
