import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

/** Columns of an order that nothing changes, or that only change with one that is watched: the name of the last event with its entry. */
const FIXED = ['id', 'created_at', 'user_id', 'last_event_name']

test('every column of an order that a rule reads is watched, so that the item closes when its cause ends', async () => {
  const { rows } = await sql<{ column: string }>`
    select distinct a.attname as column
    from pg_depend d join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
      join pg_class v on v.oid = r.ev_class
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where v.relname like 'attention\\_%' and d.refclassid = 'pg_class'::regclass and d.refobjid = 'orders'::regclass
      and d.refobjsubid > 0`.execute(server.db)
  const { rows: functions } = await sql<{ text: string }>`
    select pg_get_functiondef('attention_of_orders'::regproc) as text`.execute(server.db)
  const watched = [...(functions[0]?.text ?? '').matchAll(/\bn\.(\w+)/g)].map(([, column]) => column)
  const read = rows.map(({ column }) => column).filter((column) => !FIXED.includes(column))
  expect(read).toContain('estimated_transportation')
  expect(read.filter((column) => !watched.includes(column))).toEqual([])
})
