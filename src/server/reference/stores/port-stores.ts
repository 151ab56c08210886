import { sql } from 'kysely'
import { cities } from '#contract/reference/cities.ts'
import { ports } from '#contract/reference/ports.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'

type Table = 'ports' | 'cities'
const PLACES = ['place_of_receipt', 'port_of_loading', 'port_of_discharge', 'place_of_delivery'].map((name) =>
  sql.ref(name),
)

const isOtherPlace = async (tx: Tx, table: Table, code: string) => {
  const other = table === 'ports' ? 'cities' : 'ports'
  const { rows } = await sql`select 1 from ${sql.table(other)} where upper(code) = upper(${code})`.execute(tx)
  return rows.length > 0
}

const PORTS = ['port_of_loading', 'port_of_discharge'].map((name) => sql.ref(name))

/** Updates a corrected code in confirmations, sailings and depots, that of a port in places. */
async function carryCode(tx: Tx, table: Table, from: string, to: string): Promise<void> {
  if (from === to) return
  if (table === 'ports') await sql`update places set port_code = ${to} where port_code = ${from}`.execute(tx)
  if (await isOtherPlace(tx, table, from)) return
  for (const place of PLACES) await sql`update confirmations set ${place} = ${to} where ${place} = ${from}`.execute(tx)
  for (const port of PORTS) await sql`update sailings set ${port} = ${to} where ${port} = ${from}`.execute(tx)
  await sql`update depots set code = ${to} where code = ${from}`.execute(tx)
}

const relatedTo = (table: Table) => ({
  keys: [],
  write: async (tx: Tx, _id: number, { code }: { code: string }, before: { code: string } | null) => {
    if (before) await carryCode(tx, table, before.code, code)
  },
})

const codeUses = (id: number, table: Table) => {
  const code = sql`(select code from ${sql.table(table)} where id = ${id})`
  return {
    'booking confirmation': sql`confirmations where ${code} in (${sql.join(PLACES)})`,
    sailing: sql`sailings where ${code} in (${sql.join(PORTS)})`,
    depot: sql`depots where code = ${code}`,
  }
}

/** The users of a place's code; none if a port and a city share it, since the code stays valid. */
async function usesOfCode(tx: Tx, table: Table, id: number): Promise<ReturnType<typeof codeUses> | null> {
  const place = await tx.selectFrom(table).select('code').where('id', '=', id).executeTakeFirst()
  return place && !(await isOtherPlace(tx, table, place.code)) ? codeUses(id, table) : null
}

export const portStore = (db: Db) =>
  tableStore(db, ports, {
    related: relatedTo('ports'),
    usedBy: async (tx, id) =>
      countUses(tx, {
        order: sql`orders where origin_port_id = ${id}`,
        place: sql`places where port_code = (select code from ports where id = ${id})`,
        ...(await usesOfCode(tx, 'ports', id)),
      }),
  })

export const cityStore = (db: Db) =>
  tableStore(db, cities, {
    related: relatedTo('cities'),
    usedBy: async (tx, id) =>
      countUses(tx, {
        'pick-up location': sql`locations where city_id = ${id}`,
        ...(await usesOfCode(tx, 'cities', id)),
      }),
  })
