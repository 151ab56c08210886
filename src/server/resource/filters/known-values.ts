import { sql } from 'kysely'
import type { Filter, FilterField, FilterFields, Filters } from '#contract/lib/filters.ts'
import type { Db } from '#server/db/client.ts'
import type { FilterColumn, FilterColumns, KnownValues } from './columns.ts'
import { textCondition } from './conditions.ts'

/** More values of a text than this are not asked for first. */
const MOST_VALUES = 10_000

/** SQL of the values of a text's field that match, one more than `MOST_VALUES`; null for any other filter. */
function valuesOf(field: FilterField, { among, ...column }: FilterColumn, filter: Filter) {
  if (!among || field.kind !== 'text' || filter.operator === 'empty' || filter.operator === 'filled') return null
  const columns = [column.sql].flat().map((text) => sql.raw(text))
  return sql`array(${sql.raw(among.select)} ${textCondition(filter, columns, column)} limit ${MOST_VALUES + 1})`
}

/**
 * The values of texts that match, by field, in one trip; not those of which there are too many. The planner
 * cannot tell how many names contain a text, but with the names at hand it knows how many rows have them.
 */
export async function knownValues<Fields extends FilterFields>(
  db: Db,
  fields: Fields,
  columns: FilterColumns<Fields>,
  filters: Filters,
): Promise<KnownValues> {
  const lists = Object.entries(filters).flatMap(([name, filter]) => {
    const [field, column] = [fields[name], columns[name]]
    const values = field && column && valuesOf(field, column, filter)
    return values ? [sql`${name}::text, to_json(${values})`] : []
  })
  if (lists.length === 0) return {}
  const { rows } = await sql<{ values: KnownValues }>`select json_build_object(${sql.join(lists)}) as values`.execute(
    db,
  )
  return Object.fromEntries(Object.entries(rows[0]?.values ?? {}).filter(([, values]) => values.length <= MOST_VALUES))
}
