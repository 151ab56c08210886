import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepViews } from '#server/jobs/sweeps.ts'
import { createOrder } from '#server/test/records.ts'
import { type Person, startViews } from './views.fixture.ts'

const { server, client, person, call, add, namesOf } = await startViews()
/** `marta` owns the views, `tom` is a colleague. */
let marta: Person
let tom: Person

afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('views').execute()
  marta = await person('Marta')
  tom = await person('Tom')
})

describe('the trash', () => {
  test('a deleted view can be restored by whoever may delete it, with the pins of everybody', async () => {
    const { id } = await add(marta, { shared: true })
    await call(tom, 'PUT', `views/${id}/prefs`, { pinned: true, isDefault: true })
    await call(marta, 'DELETE', `views/${id}`)
    expect(await namesOf(tom)).toEqual([])
    expect(await namesOf(tom, 'deleted=1')).toEqual([])
    expect((await call(tom, 'POST', `views/${id}/restore`)).status).toBe(403)
    const [deleted] = (await call(marta, 'GET', 'views?deleted=1&list=orders')).body.data.items
    expect(Date.parse(deleted.deletedAt)).toBeGreaterThan(0)
    expect((await call(marta, 'PUT', `views/${id}`, { name: 'X' })).status).toBe(404)
    expect((await call(marta, 'POST', `views/${id}/restore`)).body.data).toMatchObject({ id, deletedAt: null })
    const [seen] = (await call(tom, 'GET', 'views?list=orders')).body.data.items
    expect(seen).toMatchObject({ pinned: true, isDefault: true })
    expect((await call(marta, 'POST', `views/${id}/restore`)).status).toBe(404)
  })

  test('after 30 days it is gone, and so is a private view without an account', async () => {
    const ids = []
    for (const name of ['old', 'young', 'orphan', 'team']) ids.push((await add(marta, { name })).id)
    const [old, young, orphan, team] = ids
    const ago = (days: number) => sql<string>`now() - make_interval(days => ${days})`
    await server.db
      .updateTable('views')
      .set({ deletedAt: ago(31) })
      .where('id', '=', old)
      .execute()
    await server.db
      .updateTable('views')
      .set({ deletedAt: ago(29) })
      .where('id', '=', young)
      .execute()
    await server.db.updateTable('views').set({ ownerId: null }).where('id', '=', orphan).execute()
    await server.db.updateTable('views').set({ ownerId: null, shared: true }).where('id', '=', team).execute()
    expect(await sweepViews(server.db)).toBe(2)
    expect(
      (await server.db.selectFrom('views').select('name').orderBy('id').execute()).map(({ name }) => name),
    ).toEqual(['young', 'team'])
  })
})

describe('pins and the default', () => {
  const prefs = (who: Person, id: number, body: object) => call(who, 'PUT', `views/${id}/prefs`, body)

  test('they are each person’s own, for shared views too', async () => {
    const { id } = await add(marta, { shared: true })
    await prefs(tom, id, { pinned: true, isDefault: true })
    const of = async (who: Person) => (await call(who, 'GET', 'views?list=orders')).body.data.items[0]
    expect(await of(tom)).toMatchObject({ pinned: true, isDefault: true })
    expect(await of(marta)).toMatchObject({ pinned: false, isDefault: false })
  })

  test('a new pin is the last one; the pinned views come first, in their order', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await add(marta, { name })
    const ids = new Map<string, number>(
      (await call(marta, 'GET', 'views?list=orders')).body.data.items.map((view: { name: string; id: number }) => [
        view.name,
        view.id,
      ]),
    )
    const id = (name: string) => ids.get(name) ?? 0
    for (const name of ['D', 'B', 'C']) await prefs(marta, id(name), { pinned: true })
    expect(await namesOf(marta)).toEqual(['D', 'B', 'C', 'A'])
    await prefs(marta, id('C'), { position: 0 })
    await prefs(marta, id('D'), { position: 2 })
    expect(await namesOf(marta)).toEqual(['C', 'B', 'D', 'A'])
  })

  test('a list has one default: another one takes its place, also when both are chosen at once', async () => {
    const [one, two, clients] = [
      await add(marta, { name: 'One' }),
      await add(marta, { name: 'Two' }),
      await add(marta, { list: 'clients', definition: {} }),
    ]
    await prefs(marta, clients.id, { isDefault: true })
    const replies = await Promise.all([one, two, one, two].map(({ id }) => prefs(marta, id, { isDefault: true })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { items } = (await call(marta, 'GET', 'views')).body.data
    const defaults = items.filter(({ isDefault }: { isDefault: boolean }) => isDefault)
    expect(defaults.map(({ list }: { list: string }) => list).toSorted()).toEqual(['clients', 'orders'])
    await prefs(marta, two.id, { isDefault: true })
    expect((await prefs(marta, two.id, { isDefault: false })).body.data.isDefault).toBe(false)
  })

  test('a default view that is saved with other filters has them from then on, and stays the default', async () => {
    const { id, updatedAt } = await add(marta)
    await prefs(marta, id, { isDefault: true })
    const definition = { filters: { status: 'in:0,2', company: 'has:lamps' } }
    expect((await call(marta, 'PUT', `views/${id}`, { definition, updatedAt })).status).toBe(200)
    const [view] = (await call(marta, 'GET', 'views?list=orders')).body.data.items
    expect(view).toMatchObject({ id, isDefault: true, definition })
  })
})

describe('counts', () => {
  const counts = async (who: Person, ids: (number | string)[]) =>
    (await call(who, 'GET', `views/counts?ids=${ids.join()}`)).body.data

  test('they count what the view shows, for whoever looks, and stop at 99', async () => {
    const { db } = server
    const order = await createOrder(db, { userId: client.id, inChargeId: marta.id })
    const [mine, all, none] = [
      await add(marta, { name: 'Mine', shared: true, definition: { filters: { inCharge: 'is:me' } } }),
      await add(marta, { name: 'All', definition: {} }),
      await add(marta, { name: 'None', definition: { filters: { company: 'has:nobody at all' } } }),
    ]
    expect(await counts(marta, [mine.id, all.id, none.id])).toEqual({
      [mine.id]: { count: 1, capped: false },
      [all.id]: { count: 1, capped: false },
      [none.id]: { count: 0, capped: false },
    })
    expect(await counts(tom, [mine.id, all.id])).toEqual({ [mine.id]: { count: 0, capped: false } })
    const copies = (n: number) =>
      sql`insert into orders (hash_sum, custom_code, user_id, username, your_name, email, city_name, transportation_mode,
          shipment_trade_terms)
        select 'COPY' || lpad(n::text, 4, '0'), lpad(n::text, 4, '0'), user_id, 'A', 'A', 'a@example.test', 'Ningbo', 1, 0
        from orders, generate_series(1, ${n}) n where id = ${order.id}`.execute(db)
    await copies(98)
    expect(await counts(marta, [all.id])).toEqual({ [all.id]: { count: 99, capped: false } })
    await createOrder(db, { userId: client.id })
    expect(await counts(marta, [all.id])).toEqual({ [all.id]: { count: 99, capped: true } })
  })

  test('a view of codes counts those that exist, and its codes are kept in one form', async () => {
    const order = await createOrder(server.db, { userId: client.id, hashSum: 'VIEW0001', customCode: '4711' })
    const view = await add(marta, { definition: { codes: ['view-0001 4711', 'VIEW00014711', 'ZZZZ00000000'] } })
    expect(view.definition.codes).toEqual(['VIEW00014711', 'ZZZZ00000000'])
    expect(await counts(marta, [view.id])).toEqual({ [view.id]: { count: 1, capped: false } })
    expect(order.id).toBeGreaterThan(0)
  })

  test('at most 50 views at a time, by their ids', async () => {
    expect((await call(marta, 'GET', 'views/counts')).status).toBe(400)
    expect((await call(marta, 'GET', 'views/counts?ids=1,x')).status).toBe(400)
    const many = (n: number) => Array.from({ length: n }, (_, at) => at + 1_000_000)
    expect(await counts(marta, many(50))).toEqual({})
    expect((await call(marta, 'GET', `views/counts?ids=${many(51).join()}`)).status).toBe(400)
  })
})
