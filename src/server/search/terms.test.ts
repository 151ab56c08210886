import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createDb, createPool } from '#server/db/client.ts'
import { createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { findCodes } from './find-codes.ts'
import { searchAs } from './search.fixture.ts'
import { search } from './search.ts'

const server = testServer()
let a: Awaited<ReturnType<typeof searchAs>>

beforeAll(async () => {
  a = await searchAs(server)
})

/** A database of a single connection. */
async function oneConnection() {
  const pool = createPool(server.pool.options.connectionString ?? '', 1)
  return { db: createDb(pool), close: () => pool.end() }
}

const termsOf = async (orderId: number) => {
  const rows = await server.db
    .selectFrom('orderTerms')
    .where('orderId', '=', orderId)
    .select(['kind', 'term'])
    .execute()
  return rows.map(({ kind, term }) => `${kind} ${term}`).toSorted()
}

test('a term is folded and in upper case, letters and digits only, at most 64', async () => {
  const { rows } = await sql<{ term: string }>`select search_term(raw) as term
    from unnest(${['Re: po-１２', 'straße', 'ﬁne', '  ', 'x'.repeat(70), 'İ-1']}::text[]) with ordinality t(raw, n) order by n`.execute(
    server.db,
  )
  expect(rows.map(({ term }) => term)).toEqual(['REPO12', 'STRASSE', 'FINE', '', 'X'.repeat(64), 'I1'])
})

test('a new order has a term for each of its numbers, and none for what is empty', async () => {
  const { id } = await a.newOrder({
    hashSum: 'TERM0001',
    customCode: '0001',
    shipmentPurchase: 'a-1, b-2',
    phone: '123',
    amazonRefId: '—',
  })
  expect(await termsOf(id)).toEqual(['1 TERM00010001', '12 123', '5 A1', '5 A1B2', '5 B2'])
})

test('several orders inserted at once have their terms', async () => {
  const one = await a.newOrder({ hashSum: 'TERM0002', customCode: '0002' })
  const { rows } = await sql<{
    id: number
  }>`insert into orders (hash_sum, custom_code, user_id, username, your_name, email,
      transportation_mode, shipment_trade_terms, shipment_destination, shipment_id)
    select 'MANY' || lpad(n::text, 4, '0'), '1234', user_id, 'x', 'x', '', 0, 2, shipment_destination, 'FBA' || n
    from orders, generate_series(1, 3) n where id = ${one.id} returning id`.execute(server.db)
  for (const [n, { id }] of rows.entries())
    expect(await termsOf(id)).toEqual([`1 MANY000${n + 1}1234`, `3 FBA${n + 1}`])
})

test('names are terms of their own, beyond the reach of numbers, and each is listed once', async () => {
  const values = { companyName: 'Straße & Söhne', companyNameShipper: 'STRASSE Söhne' }
  const { id } = await a.newOrder({ hashSum: 'TERM0005', customCode: '0005', ...values })
  expect(await termsOf(id)).toEqual(['1 TERM00050005', '14 =STRASSESOHNE', '15 =STRASSESOHNE'])
  const listed = await server.db.selectFrom('orderNames').where('term', 'like', '=STRASSE%').selectAll().execute()
  expect(listed).toEqual([{ term: '=STRASSESOHNE' }])
  await sql`update orders set company_name = 'Renamed Ltd' where id = ${id}`.execute(server.db)
  expect(await a.ids('renamed')).toEqual([id])
})

test('a new name is in its index at once: entries that wait are read whole by every search', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am on pg_am.oid = c.relam
    where pg_am.amname = 'gin' and 'fastupdate=off' <> all (coalesce(c.reloptions, '{}'))
    and i.indrelid <> all ('{orders,mails,mail_deliveries}'::regclass[])`.execute(server.db)
  expect(rows).toEqual([])
})

test('a change of a number changes its term, over the API too', async () => {
  const { id } = await a.newOrder({ shipmentPurchase: 'OLD-1' })
  const edit = await server.call('PUT', `request/booking/edit/${id}?notify=0`, { body: { shipmentPurchase: 'NEW-1' } })
  expect(edit.status).toBe(200)
  expect(await a.ids('old1')).toEqual([])
  expect(await a.ids('new-1')).toEqual([id])
})

test('a number that moves from one field to another keeps its term', async () => {
  const { id } = await a.newOrder({ hashSum: 'TERM0003', customCode: '0003', shipmentPurchase: 'MOVE-1' })
  await sql`update orders set shipment_purchase = '', other_reference_used = 'MOVE-1' where id = ${id}`.execute(
    server.db,
  )
  expect(await termsOf(id)).toEqual(['1 TERM00030003', '7 MOVE1'])
})

test('a change of anything else leaves the terms alone', async () => {
  const { id } = await a.newOrder({ shipmentPurchase: 'STAY-1' })
  const places = async () =>
    (await sql`select ctid::text, xmin::text from order_terms where order_id = ${id} order by 1`.execute(server.db))
      .rows
  const before = await places()
  await sql`update orders set additional_information = 'x', shipment_purchase = shipment_purchase where id = ${id}`.execute(
    server.db,
  )
  expect(await places()).toEqual(before)
})

test('a deleted order has no terms and is not found, a restored one has them as its fields are now', async () => {
  const { id } = await a.newOrder({ hashSum: 'TERM0006', customCode: '0006', shipmentPurchase: 'BACK-1' })
  const sailing = await a.newSailing({ reference: 'S-2026-0006' })
  await a.load(id, sailing.id)
  await sql`update orders set deleted_at = now() where id = ${id}`.execute(server.db)
  expect(await a.ids('back1')).toEqual([])
  expect(await termsOf(id)).toEqual([])
  await sql`update orders set shipment_purchase = 'BACK-2', company_name = 'Backwater Ltd' where id = ${id}`.execute(
    server.db,
  )
  await sql`update sailings set reference = 'S-2026-0007' where id = ${sailing.id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([])
  await sql`update orders set deleted_at = now() where id = ${id}`.execute(server.db)
  await sql`update orders set deleted_at = null where id = ${id}`.execute(server.db)
  expect(await termsOf(id)).toEqual(['1 TERM00060006', '15 =BACKWATERLTD', '5 BACK2', '9 S20260007'])
  expect(await a.ids('back2')).toEqual([id])
  expect(await a.ids('backwater')).toEqual([id])
  await sql`delete from orders where id = ${id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([])
})

test('an order that is inserted as deleted has no terms until it is restored', async () => {
  const { id } = await a.newOrder({ hashSum: 'TERM0007', customCode: '0007', deletedAt: new Date() })
  expect(await termsOf(id)).toEqual([])
  await sql`update orders set deleted_at = null where id = ${id}`.execute(server.db)
  expect(await termsOf(id)).toEqual(['1 TERM00070007'])
})

test('an order that is gone leaves no terms', async () => {
  const { id } = await a.newOrder({ shipmentPurchase: 'BACK-3' })
  await sql`delete from orders where id = ${id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([])
})

test('the terms of a container and of a sailing come and go with them', async () => {
  const { id } = await a.newOrder({ hashSum: 'TERM0004', customCode: '0004' })
  const own = '1 TERM00040004'
  const sailing = await a.newSailing({ reference: 'S-2026-0001', masterBill: 'MB-1' })
  const other = await a.newSailing({ reference: 'S-2026-0002' })
  const box = await a.newContainer({ sailingId: sailing.id, number: 'TEMU0000001', seal: 'A-1' })
  await a.load(id, sailing.id, box.id)
  expect(await termsOf(id)).toEqual([own, '10 A1', '2 TEMU0000001', '8 MB1', '9 S20260001'])
  await sql`update containers set number = 'TEMU0000002', seal = '' where id = ${box.id}`.execute(server.db)
  await sql`update sailings set master_bill = 'MB-2' where id = ${sailing.id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([own, '2 TEMU0000002', '8 MB2', '9 S20260001'])
  await sql`update loadings set container_id = null where order_id = ${id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([own, '8 MB2', '9 S20260001'])
  await sql`update loadings set sailing_id = ${other.id} where order_id = ${id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([own, '9 S20260002'])
  await sql`delete from loadings where order_id = ${id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([own])
})

test('a container of an FCL order is a term of it until the container or the order goes', async () => {
  const { id } = await a.newFclOrder()
  const own = await termsOf(id)
  const box = await a.newContainer({ orderId: id, number: 'FCLU0000001' })
  await a.newContainer({ orderId: id, number: 'FCLU0000002' })
  expect(await termsOf(id)).toEqual([...own, '2 FCLU0000001', '2 FCLU0000002'])
  await sql`delete from containers where id = ${box.id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([...own, '2 FCLU0000002'])
  await sql`delete from orders where id = ${id}`.execute(server.db)
  expect(await termsOf(id)).toEqual([])
})

test('the terms that triggers kept are those that the migration would write', async () => {
  const { rows } = await sql`
    with fresh as (
      select t.term, t.kind, o.id as order_id from orders o, own_terms(o.tracking_code, o.shipment_purchase, o.suppliers_invoice_number,
        o.other_reference_used, o.amazon_ref_id, o.shipment_id, o.email, o.phone, o.company_name_shipper, o.company_name) t
      where o.deleted_at is null
      union select term, kind, order_id from loaded_terms join orders o on o.id = order_id and o.deleted_at is null
    )
    (select term, kind, order_id, 'missing' from fresh except select term, kind, order_id, 'missing' from order_terms)
    union all (select term, kind, order_id, 'left' from order_terms except select term, kind, order_id, 'left' from fresh)`.execute(
    server.db,
  )
  expect(rows).toEqual([])
})

test('clients and records with a name are kept as the migration would write them, through every change', async () => {
  const { id } = await createUser(server.db, {
    username: 'Ängström',
    companyName: 'ÄNG Ltd',
    email: 'a@ang.test',
    phone: '+46 1',
  })
  const kept = async () =>
    (
      await sql`select folded_name, folded_company, email_term, phone_term from client_terms where user_id = ${id}`.execute(
        server.db,
      )
    ).rows
  expect(await kept()).toEqual([
    { foldedName: 'angstrom', foldedCompany: 'ang ltd', emailTerm: 'AANGTEST', phoneTerm: '461' },
  ])
  await sql`update users set username = 'Åke', phone = '' where id = ${id}`.execute(server.db)
  expect(await kept()).toMatchObject([{ foldedName: 'ake', phoneTerm: '' }])
  await sql`update users set role = array['ROLE_MANAGER'] where id = ${id}`.execute(server.db)
  expect(await kept()).toEqual([])
  await sql`update users set role = array['ROLE_USER'] where id = ${id}`.execute(server.db)
  await sql`update users set deleted_at = now() where id = ${id}`.execute(server.db)
  expect(await kept()).toEqual([])
  await sql`update users set deleted_at = null where id = ${id}`.execute(server.db)
  expect(await kept()).toHaveLength(1)
  await sql`delete from users where id = ${id}`.execute(server.db)
  expect(await kept()).toEqual([])

  const { rows } = await sql<{
    id: number
  }>`insert into ports (code, name) values ('ZZAAA', 'Ålesund') returning id`.execute(server.db)
  const port = rows[0]?.id
  const named = async () =>
    (
      await sql`select title, code, folded_title, folded_code from named_records where kind = 'port' and id = ${port}`.execute(
        server.db,
      )
    ).rows
  expect(await named()).toEqual([{ title: 'Ålesund', code: 'ZZAAA', foldedTitle: 'alesund', foldedCode: 'zzaaa' }])
  await sql`update ports set name = 'ÅLESUND' where id = ${port}`.execute(server.db)
  expect(await named()).toMatchObject([{ title: 'ÅLESUND', foldedTitle: 'alesund' }])
  await sql`delete from ports where id = ${port}`.execute(server.db)
  expect(await named()).toEqual([])

  const differing = await sql`
    (select * from client_terms except select * from clients_as_terms) union all (select * from clients_as_terms except select * from client_terms)`.execute(
    server.db,
  )
  expect(differing.rows).toEqual([])
})

const NAMED = [
  ['articles', 'article', 'title', "''"],
  ['mail_templates', 'template', 'title', "''"],
  ['html_blocks', 'block', 'title', 'identifier'],
  ['ports', 'port', 'name', 'code'],
  ['cities', 'city', 'name', 'code'],
  ['vessels', 'vessel', 'name', 'imo_number'],
  ['carriers', 'carrier', 'name', "coalesce(scac, '')"],
  ['places', 'place', 'name', "coalesce(firms_code, sub_location_code, '')"],
  ['depots', 'depot', 'name', 'code'],
  ['cartages', 'cartage', 'name', "''"],
  ['events', 'event', 'name', "''"],
]
test.each(NAMED)('each of the %s is listed once by its name and code', async (table, kind, name, code) => {
  const { rows } = await sql`
    with here as (select id, ${sql.raw(name)} as title, ${sql.raw(code)} as code from ${sql.raw(table)}),
      listed as (select id, title, code from named_records where kind = ${kind})
    (select * from here except select * from listed) union all (select * from listed except select * from here)`.execute(
    server.db,
  )
  expect(rows).toEqual([])
})

test('each search is planned once for all values: planning takes longer than running', async () => {
  const { db, close } = await oneConnection()
  for (const q of [
    'TERM',
    'TERM00010001',
    '9319466',
    '1234',
    'anna',
    'a@b.test',
    'MSKU1234565',
    'zz',
    'Some longer text 12',
    'IMO 9074729',
  ])
    for (let n = 0; n < 10; n++) await search(db, q, 8, 10_000)
  await findCodes(
    db,
    Array.from({ length: 7 }, (_, n) => `CODE0000000${n}`),
  )
  for (let n = 0; n < 7; n++) await findCodes(db, ['CODE00000001'])
  const { rows } = await sql<{ custom: number; generic: number }>`
    select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where statement like '%typed as materialized%'`.execute(
    db,
  )
  await close()
  expect(rows).toHaveLength(8)
  for (const { custom, generic } of rows) {
    expect(custom).toBe(5)
    expect(generic).toBeGreaterThan(0)
  }
})
