import { CompiledQuery } from 'kysely'
import type { CodesReply } from '#contract/search/search.ts'
import { readCode } from '#contract/search/shapes.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { CODE_KINDS } from './term-kinds.ts'

/** The most orders of one code: a container or a sailing has many. */
const MOST_OF_ONE = 200

/**
 * $1: the numbers to look up as JSON, each with the place of the code that it belongs to. As in
 * statements.ts, no plan depends on values.
 */
const OF_CODES = `
  with typed as materialized (
    select place, search_term(number) collate "C" as term from json_to_recordset($1::json) as x (number text, place int)
  )
  select t.place, h.order_id as id, h.tracking_code as code
  from typed t, unnest('{${CODE_KINDS.join()}}'::smallint[]) as k, lateral (
      select x.order_id, o.tracking_code from order_terms x join orders o on o.id = x.order_id and o.deleted_at is null
      where x.term = t.term and x.kind = k order by x.order_id limit ${MOST_OF_ONE}
    ) h
  where t.term <> '' order by t.place, h.order_id ${PLANNED}`

interface Row {
  place: number
  id: number
  code: string
}

/**
 * The live orders of these codes, in their order and each once, and the codes that no order has: each once,
 * as it was first spelled.
 */
export async function findCodes(db: Db, codes: readonly string[]): Promise<CodesReply> {
  const read = codes.map(readCode)
  const numbers = read.flatMap((code, place) => code.numbers.map((number) => ({ number, place })))
  const { rows } = await db.executeQuery<Row>(
    CompiledQuery.raw(OF_CODES, [JSON.stringify(numbers)]) as CompiledQuery<Row>,
  ) // its columns
  const found = new Map(rows.map(({ id, code }) => [id, { code, id }]))
  const unknown = new Map<string, string>()
  for (const [place, { key }] of read.entries()) if (!unknown.has(key)) unknown.set(key, codes[place] ?? '')
  for (const { place } of rows) unknown.delete(read[place]?.key ?? '')
  return { found: [...found.values()], unknown: [...unknown.values()] }
}
