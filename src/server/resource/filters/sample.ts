import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Direction } from '#server/resource/paginate.ts'
import type { IdSource } from './id-sources.ts'
import type { Foreseen } from './narrowed.ts'

/** Places of the list that are looked at, and the ids at each; about 2 ms. */
const PLACES = 64
const IDS = 16

/** What some places of a list say about all of it. */
export interface Sample {
  /** Whether most places have no rows, because of ids far from all others: then the rest says little. */
  isSparse: boolean
  /** How many ids the list has, without large gaps. */
  ids: number
  /** The part of it that is read for the matches that are wanted, from 0 to 1. */
  part: number
  /** How many rows each filter lets through, in the order of the sources. */
  totals: number[]
  /** On how many pages of an index of the list the rows of a source are, at `perPage` ids a page. */
  pages: (source: number, perPage: number) => number
}

/** Reads a few places of a long list: how many rows meet each filter, and how much of the list is read for `wanted` matches. */
export async function sampleOf(
  db: Db,
  list: Pick<Foreseen, 'from' | 'alias' | 'live' | 'ids'> & { sources: readonly IdSource[] },
  direction: Direction,
  wanted: number,
): Promise<Sample> {
  const { first, last } = list.ids
  const step = Math.max(1, Math.floor((last - first + 1) / PLACES))
  const id = sql.raw(`${list.alias}.id`)
  const met = list.sources.map((_, at) => sql.raw(`met${at}`))
  // Each condition is asked once: one of another table is a look into that.
  const { rows } = await sql<{ place: number; matches: number; met: number[] }>`
    select ((id - ${first}) / ${step})::int as place, count(*) filter (where ${sql.join(met, sql` and `)})::int as matches,
      array[${sql.join(met.map((each) => sql`count(*) filter (where ${each})::int`))}] as met
    from (
      select ${id} as id, ${sql.join(list.sources.map(({ condition }, at) => sql`(${condition}) as ${met[at]}`))}
      from ${sql.raw(list.from)} where ${sql.raw(list.live)} and ${id} = any(array(
        select ${first}::int + ${step}::int * place + n
        from generate_series(0, ${PLACES - 1}::int) place, generate_series(0, ${IDS - 1}::int) n))
      offset 0
    ) sample group by 1 order by 1 ${sql.raw(direction)}`.execute(db)
  /** What a place has, for all ids up to the next one. */
  const all = (n: number) => (n / IDS) * step
  const ofSource = (at: number) => rows.map(({ met }) => all(met[at] ?? 0))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
  let matches = 0
  const end = rows.findIndex((row) => {
    matches += all(row.matches)
    return matches >= wanted
  })
  return {
    isSparse: rows.length < PLACES / 4,
    ids: step * rows.length,
    part: end < 0 ? 1 : (end + 1) / rows.length,
    totals: list.sources.map((_, at) => sum(ofSource(at))),
    pages: (source, perPage) => sum(ofSource(source).map((n) => Math.min(n, step / perPage))),
  }
}
