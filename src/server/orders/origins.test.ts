import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { originKind } from '#contract/orders/origin.ts'
import { migrate } from '#server/db/migrate.ts'
import { createEmptyDatabase, type TestDatabase, withAdmin } from '#server/test/database.ts'
import { originColumns, originId } from './origins.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

test('FCL starts at a port, an LCL pick-up at a location, other LCL at a depot', () => {
  const kinds = [0, 1].flatMap((transportationMode) =>
    [0, 1, 2, 3].map((shipmentTradeTerms) => originKind({ transportationMode, shipmentTradeTerms })),
  )
  expect(kinds).toEqual(['depot', 'depot', 'depot', 'location', 'port', 'port', 'port', 'port'])
  for (const kind of kinds) expect(originId(originColumns(kind, 7))).toBe(7)
  expect(originId(originColumns('depot', null))).toBeNull()
})

/** Inserts orders as they used to be stored: one number for three tables. */
const OLD_ORDERS = `
  insert into users (id, username, email, role, password_hash) values (1, 'Anna', 'anna@example.test', array['ROLE_USER'], '$argon2id$x');
  insert into ports (id, code, name) values (7, 'CNNGB', 'Ningbo');
  insert into cities (id, code, name) values (1, 'CNYIU', 'Yiwu');
  insert into depots (id, name, code, tier, depot_fixed, depot_var, depot_var_min) values (7, 'Depot', 'CNNGB', 1, 1, 1, 1);
  insert into locations (id, city_id, depot_id, precar_fixed, precar_var, precar_var_min) values (7, 1, 7, 1, 1, 1);
  insert into orders (id, hash_sum, custom_code, user_id, username, your_name, email, city_name,
      transportation_mode, shipment_trade_terms, shipment_origin_port)
    select id, 'ABCD' || lpad(id::text, 4, '0'), '0001', 1, 'Anna', 'Anna', 'anna@example.test', 'Somewhere', mode, terms, origin
    from (values (1, 1, 0, 7), (2, 0, 3, 7), (3, 0, 2, 7), (4, 0, 0, 7), (5, 1, 0, null), (6, 0, 1, 99), (7, 1, 3, 7))
      as o (id, mode, terms, origin);`

test('the migration moves every origin to the right column, and keeps the names of deleted origins', async () => {
  const before = (await readdir('migrations')).filter((file) => file < '0014')
  await migrate(database.url, { only: before })
  await withAdmin(database.url, (client) => client.query(OLD_ORDERS))
  await migrate(database.url)
  await withAdmin(database.url, async (client) => {
    const { rows } = await client.query({
      text: 'select id, origin_location_id, origin_depot_id, origin_port_id, city_name from orders order by id',
      rowMode: 'array',
    })
    expect(rows).toEqual([
      [1, null, null, 7, 'Somewhere'],
      [2, 7, null, null, 'Somewhere'],
      [3, null, 7, null, 'Somewhere'],
      [4, null, 7, null, 'Somewhere'],
      [5, null, null, null, 'Somewhere'],
      [6, null, null, null, 'Somewhere'],
      [7, null, null, 7, 'Somewhere'],
    ])
  })
})
