import { type RawBuilder, sql } from 'kysely'
import type { Filter, FilterFields, Filters } from '#contract/lib/filters.ts'
import {
  type Condition,
  EVERY_ID,
  type FilterClock,
  type FilterColumns,
  type FilteredTable,
  type Known,
  NOTHING_KNOWN,
  ofOther,
} from './columns.ts'
import { amongCondition, conditionOf, type FilterPart, filterConditions, MANY_VALUES } from './conditions.ts'

const isLack = ({ operator }: Filter) => operator === 'empty' || operator === 'not'

interface FromRows {
  /** SQL that selects the ids of the list's rows that meet all filters, some of them several times. */
  ids: RawBuilder<unknown>
  /** SQL of the id there. */
  id: string
  /** Whether the planner would do worse: look up each row in the other table, or collect all of a short one. */
  isBetter: boolean
}

/** Filters of other tables only, the rows of one of which are read, and the others asked of these; null for any others. */
export function fromRows<Fields extends FilterFields>(
  fields: Fields,
  columns: FilterColumns<Fields>,
  filters: Filters,
  { known = NOTHING_KNOWN, ...clock }: FilterClock & { known?: Known | undefined },
): FromRows | null {
  const names = Object.keys(columns).filter((name) => filters[name])
  const parts = names.flatMap((name): FilterPart[] => {
    const [field, column, filter] = [fields[name], columns[name], filters[name]]
    return field && column?.within && filter ? [{ field, column, filter }] : []
  })
  const first = parts.find(({ column, filter }) => column.rows && !isLack(filter))
  if (!first?.column.rows || parts.length < names.length) return null
  const isOwn = ({ column }: FilterPart) =>
    column === first.column || (column.oneRow && column.within === first.column.within)
  const others = Object.fromEntries(
    names.filter((_, at) => !isOwn(parts[at] as FilterPart)).map((name) => [name, filters[name] as Filter]), // as many, and its own keys
  )
  const { from, id, live } = first.column.rows
  const own = parts
    .filter(isOwn)
    .map(({ field, column: { within, ...column }, filter }) =>
      conditionOf(field, column, filter, { ...clock, ids: known.ids }),
    )
  const rest = filterConditions(fields, columns, others, clock, known, sql.raw(id))
  const between = sql<boolean>`${sql.raw(id)} between ${known.ids.first} and ${known.ids.last}`
  const isShort = parts.some(({ column, filter }) => column.ends?.by === 'id' && !isLack(filter))
  return {
    ids: sql`select ${sql.raw(id)} from ${sql.raw(from)}
      where ${sql.raw(live)} and ${sql.join([between, ...own, ...rest], sql` and `)}`,
    id,
    // A short table is met on the way through the list, unless it is all that is asked for.
    isBetter: parts.length === 1 ? isShort : !isShort && Object.values(others).some(isLack),
  }
}

/**
 * The same conditions for finding all matches at once: from the second listed filter on, ids are looked up among those that its
 * index alone finds. Two partial indexes over the same rows are never combined by the planner itself.
 */
export function foundConditions<Fields extends FilterFields>(
  fields: Fields,
  columns: FilterColumns<Fields>,
  filters: Filters,
  list: FilteredTable & FilterClock & { known?: Known | undefined },
): Condition[] {
  const { table, alias, live, known = NOTHING_KNOWN, ...clock } = list
  const rows = fromRows(fields, columns, filters, list)
  if (rows?.isBetter)
    return [
      sql<boolean>`${sql.raw(alias)}.id in (${rows.ids} group by ${sql.raw(rows.id)} order by ${sql.raw(rows.id)} desc)`,
    ]
  const other = (text: string) => ofOther(text, alias)
  const { first, last } = known.ids
  const between = first > EVERY_ID.first || last < EVERY_ID.last ? sql` and x.id between ${first} and ${last}` : sql``
  const among = (condition: Condition) =>
    sql<boolean>`${sql.raw(alias)}.id in (select x.id from ${sql.raw(table)} x
      where ${sql.raw(other(live))}${between} and ${condition} order by x.id desc offset 0)`
  const asked = { ...clock, ids: known.ids }
  const plain: Filters = {}
  const more: Condition[] = []
  let listed = 0
  for (const [name, filter] of Object.entries(filters)) {
    const [field, column, values] = [fields[name], columns[name], known.values[name]]
    const isPresence = column?.presence && (filter.operator === 'empty' || filter.operator === 'filled')
    if (
      !field ||
      !column ||
      isPresence ||
      !(column.listed || (column.among && values && values.length <= MANY_VALUES)) ||
      listed++ === 0
    )
      plain[name] = filter
    else if (column.among) {
      const here = { ...column.among, column: other(column.among.column) }
      more.push(among(amongCondition(here, sql<boolean>`true`, values)))
    } else if (typeof column.sql === 'string')
      more.push(among(conditionOf(field, { ...column, sql: other(column.sql) }, filter, asked)))
  }
  return [...filterConditions(fields, columns, plain, clock, known), ...more]
}
