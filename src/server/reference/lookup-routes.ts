import { sql } from 'kysely'
import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { contains } from '#contract/lib/fold.ts'
import {
  CARTAGE_CATEGORIES_PATH,
  type CartageCategory,
  cartageCategory,
  DESTINATIONS_PATH,
  destination,
} from '#contract/reference/cartages.ts'
import { ORIGINS_PATH, type Origin, origin } from '#contract/reference/depots.ts'
import { FREIGHT_VALUES_PATH, freightValues } from '#contract/reference/freight.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { type ListQuery, listQuerystring, paginate, parseListQuery } from '#server/resource/paginate.ts'

type Query = Record<string, unknown>
type Row = Record<string, unknown>

/** The rows with the search text in one of these keys, sorted if the query says so. */
function arranged<T extends Row>(rows: readonly T[], keys: readonly string[], { order, search }: ListQuery): T[] {
  const found = rows.filter((row) => keys.some((key) => contains(String(row[key]), search)))
  const compare = (a: T, b: T) => {
    for (const { key, direction } of order) {
      const [one, other] = [a[key], b[key]]
      const sign = typeof one === 'number' ? one - Number(other) : String(one).localeCompare(String(other), 'en')
      if (sign !== 0) return direction === 'asc' ? sign : -sign
    }
    return 0
  }
  return found.toSorted(compare)
}

/**
 * A short list, at its path and at `get_all`: read in full, then searched, sorted and paged by these keys.
 */
function lookup<T extends z.ZodType<Row>>(
  app: App,
  path: string,
  item: T,
  keys: readonly string[],
  read: (db: Db, query: Query) => Promise<z.output<T>[]>,
  more: Record<string, z.ZodType> = {},
): void {
  const querystring = listQuerystring({ sortable: keys, more })
  for (const url of [`/${path}`, `/${path}/get_all`]) {
    const schema = { tags: ['Lookups'], querystring, response: { 200: envelope(listOf(item)) } }
    app.get(url, { schema }, async (request, reply) => {
      const query = parseListQuery(request.query, keys)
      const rows = arranged(await request.read((db) => read(db, request.query)), keys, query)
      const page = await paginate(
        query,
        async () => rows.length,
        async (limit, from) => rows.slice(from, from + limit),
      )
      // The item's schema is known only at run time; the reply is validated by it on its way out.
      return reply.send(ok(page) as never)
    })
  }
}

const named = (rows: ReturnType<typeof sql>) => sql<{ id: number; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.id) from (${rows}) r), '[]')`

const categories = (db: Db): Promise<CartageCategory[]> =>
  db
    .selectFrom('cartageCategories as k')
    .select([
      'k.id',
      'k.name',
      'k.isAmazon',
      named(sql`select id, name from cartages where category_id = k.id and status`).as('cartages'),
    ])
    .orderBy('k.id')
    .execute()

/** The kinds of origin with their depots, for one of the trade terms or (null) for all. */
function origins(db: Db, terms: number | null): Promise<Origin[]> {
  const offered = sql`select d.id, d.name from depots d join depot_origins o on o.depot_id = d.id
    where o.origin_id = origins.id and d.visibility and d.status`
  let query = db.selectFrom('origins').select(['id', 'name', 'shipmentTradeTerms', named(offered).as('depot')])
  if (terms !== null) query = query.where('shipmentTradeTerms', '=', terms)
  return query.orderBy('id').execute()
}

function tradeTerms({ shipment_trade_terms: sent }: Query): number | null {
  if (sent === undefined) return null
  if (typeof sent !== 'string' || !/^[0-3]$/.test(sent))
    throw invalid({ shipment_trade_terms: 'shipment_trade_terms is 0, 1, 2 or 3' })
  return Number(sent)
}

const destinations = (db: Db) =>
  db
    .selectFrom(db.selectFrom('cartages').select('dest').union(db.selectFrom('freight').select('dest')).as('used'))
    .select('dest')
    .orderBy('dest')
    .execute()

async function valuesOfFreight(db: Db) {
  const tiers = await db.selectFrom('freight').select('tier').distinct().orderBy('tier').execute()
  const dests = await db.selectFrom('freight').select('dest').distinct().orderBy('dest').execute()
  return { tiers: tiers.map(({ tier }) => tier), dests: dests.map(({ dest }) => dest) }
}

export function lookupRoutes(app: App): void {
  for (const path of [CARTAGE_CATEGORIES_PATH, CARTAGE_CATEGORIES_PATH.replace('admin/', '')]) {
    lookup(app, path, cartageCategory, ['id', 'name'], categories)
  }
  lookup(app, ORIGINS_PATH, origin, ['id', 'name'], (db, query) => origins(db, tradeTerms(query)), {
    shipment_trade_terms: z
      .string()
      .meta({ enum: ['0', '1', '2', '3'] })
      .optional(),
  })
  lookup(app, DESTINATIONS_PATH, destination, ['dest'], destinations)

  app.get(
    `/${FREIGHT_VALUES_PATH}`,
    { schema: { tags: ['Lookups'], response: { 200: envelope(freightValues) } } },
    async (request) => ok(await request.read((db) => valuesOfFreight(db))),
  )
}
