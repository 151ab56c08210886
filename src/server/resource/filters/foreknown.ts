import { type RawBuilder, sql } from 'kysely'
import { type Filter, type FilterField, type FilterFields, type Filters, filteredDays } from '#contract/lib/filters.ts'
import type { Db } from '#server/db/client.ts'
import type { FilterClock, FilterColumn, FilterColumns, FilterEnds, FilteredTable, IdRange, Known } from './columns.ts'
import { othersOf, textCondition } from './conditions.ts'
import { dayOf, instantOf } from './date-condition.ts'

// Orders of one status, of a year or with something that waits lie together in a list by id. The planner does not know: it reads
// the list from its newest row through hundreds of thousands that cannot match. So the ids are asked first between which a filter's
// matches are, each of which is a look into the index of that filter.

type Sql = RawBuilder<unknown>

/** The values that a filter lets through, where these are all it lets through; null otherwise. */
function chosenBy(field: FilterField, { required }: FilterColumn, filter: Filter): readonly string[] | null {
  if (field.kind !== 'enum' && field.kind !== 'ref') return null
  if (filter.operator === 'is' || filter.operator === 'in') return filter.values
  return filter.operator === 'not' && required ? (othersOf(field, filter)?.values ?? null) : null
}

const endOf = (from: Sql, end: keyof IdRange) =>
  sql`(select ${sql.raw(end === 'last' ? 'max' : 'min')}(h.id) from ${from} h)`
const directionOf = (end: keyof IdRange) => sql.raw(end === 'last' ? 'desc' : 'asc')

/** Of each key `k.key`, one look into the index. As a range, or the planner would take it for a constant and use any index of ids. */
const atEachKey = ({ table, live, id }: FilterEnds, keys: Sql, value: Sql, end: keyof IdRange) =>
  endOf(
    sql`${keys} as k (key), lateral (
      select ${sql.raw(id)} as id from ${sql.raw(table)} where ${sql.raw(live)} and ${value} >= k.key and ${value} <= k.key
      order by ${value} ${directionOf(end)}, ${sql.raw(id)} ${directionOf(end)} limit 1)`,
    end,
  )

const ofValues = (ends: FilterEnds, values: readonly string[], type: string) => (end: keyof IdRange) =>
  atEachKey(ends, sql`unnest(${values}::${sql.raw(`${type}[]`)})`, sql.raw(ends.value), end)

function ofWeeks(ends: FilterEnds, field: FilterField, filter: Filter, { timeZone, now = new Date() }: FilterClock) {
  const { from, to } = filteredDays(filter, dayOf(now, timeZone))
  if (from === null && to === null) return null
  const zone = field.kind === 'date' && field.days ? 'UTC' : timeZone
  const week = sql.raw(`week_of(${ends.value})`)
  const begun = from === null ? sql`true` : sql`${week} >= week_of(${instantOf(from, zone)})`
  // Two days later: the last day has up to 25 hours.
  const over = to === null ? sql`true` : sql`${week} <= week_of(${instantOf(to, zone)} + interval '2 days')`
  // From each week that there is to the next one, which may be centuries away: at the first or the last id of each.
  return (end: keyof IdRange) => {
    // An open range begins or ends where the list does.
    if ((end === 'first' ? from : to) === null) return null
    const toward = directionOf(end)
    const next = (after: Sql) =>
      sql`select ${week} as week, ${sql.raw(ends.id)} as id from ${sql.raw(ends.table)}
        where ${sql.raw(ends.live)} and ${begun} and ${over} and ${after} order by ${week} ${toward}, ${sql.raw(ends.id)} ${toward} limit 1`
    const passed = end === 'first' ? sql`${week} > step.week` : sql`${week} < step.week`
    return endOf(
      sql`(with recursive step (week, id) as (
        (${next(sql`true`)}) union all select n.week, n.id from step, lateral (${next(passed)}) n
      ) select id from step)`,
      end,
    )
  }
}

const ofIds = ({ table, live, value, id }: FilterEnds, filter: Filter) => {
  if (filter.operator === 'empty' || filter.operator === 'not') return null
  const chosen = filter.operator === 'filled' ? sql`true` : sql`${sql.raw(value)} = any(${filter.values}::text[])`
  return (end: keyof IdRange) =>
    sql`(select ${sql.raw(id)} from ${sql.raw(table)} where ${sql.raw(live)} and ${chosen}
      order by ${sql.raw(id)} ${directionOf(end)} limit 1)`
}

function endsOf(field: FilterField, column: FilterColumn, filter: Filter, clock: FilterClock) {
  const { ends } = column
  if (!ends) return null
  if (ends.by === 'week') return ofWeeks(ends, field, filter, clock)
  if (ends.by === 'id') return ofIds(ends, filter)
  const values = chosenBy(field, column, filter)
  return values && ofValues(ends, values, column.type ?? 'integer')
}

/** More values of a text than this are not asked for first. */
const MOST_VALUES = 10_000

/** The values of a text's field that match, one more than `MOST_VALUES`. */
function valuesOf(field: FilterField, { among, plain, ...column }: FilterColumn, filter: Filter) {
  if (!among || field.kind !== 'text' || filter.operator === 'empty' || filter.operator === 'filled') return null
  const columns = [column.sql].flat().map((text) => sql.raw(text))
  return sql`array(${sql.raw(among.select)} ${textCondition(filter, columns, plain)} limit ${MOST_VALUES + 1})`
}

/** Where a list begins and ends. */
const ofList =
  ({ table, alias, live }: FilteredTable) =>
  (end: keyof IdRange) =>
    sql`(select ${sql.raw(`${alias}.id`)} from ${sql.raw(`${table} ${alias}`)} where ${sql.raw(live)}
      order by ${sql.raw(`${alias}.id`)} ${directionOf(end)} limit 1)`

/** What can be known of filters before they are asked, in one trip: between which ids all matches are, and the values of texts. */
export async function foreknown<Fields extends FilterFields>(
  db: Db,
  fields: Fields,
  columns: FilterColumns<Fields>,
  filters: Filters,
  list: FilteredTable & FilterClock,
): Promise<Known> {
  const ends: ((end: keyof IdRange) => Sql | null)[] = [ofList(list)]
  const texts: [name: string, values: Sql][] = []
  for (const [name, filter] of Object.entries(filters)) {
    const [field, column] = [fields[name], columns[name]]
    if (!field || !column) continue
    const [range, values] = [endsOf(field, column, filter, list), valuesOf(field, column, filter)]
    if (range) ends.push(range)
    if (values) texts.push([name, values])
  }
  const all = (end: keyof IdRange) => sql.join(ends.flatMap((each) => each(end) ?? []))
  const lists =
    texts.length === 0 ? sql`null` : sql.join(texts.map(([name, values]) => sql`${name}::text, to_json(${values})`))
  const { rows } = await sql<{ first: number | null; last: number | null; values: Known['values'] | null }>`
    select greatest(${all('first')})::int as first, least(${all('last')})::int as last,
      ${texts.length === 0 ? lists : sql`json_build_object(${lists})`} as values`.execute(db)
  const [found] = rows
  return {
    // An empty list has neither.
    ids: { first: found?.first ?? 1, last: found?.last ?? 0 },
    values: Object.fromEntries(
      Object.entries(found?.values ?? {}).filter(([, values]) => values.length <= MOST_VALUES),
    ),
  }
}
