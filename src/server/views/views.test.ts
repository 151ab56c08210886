import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { FURTHER_COLUMNS, ORDER_COLUMNS } from '#contract/orders/list/order-columns.ts'
import { createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'
import { OPEN, type Person, startViews } from './views.fixture.ts'

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

const disable = ({ id }: Person) =>
  server.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', id).execute()

describe('what a view is', () => {
  test('a definition comes back with every column: those left out are hidden', async () => {
    const definition = {
      filters: { status: 'in:0,2', eta: 'next:7d' },
      search: 'ABCD',
      sort: [{ field: 'company', direction: 'asc' }],
      columns: [
        { id: 'trackingCode', shown: true },
        { id: 'status', shown: true },
        { id: 'company', shown: false },
      ],
      perPage: 50,
      density: 'compact',
    }
    const view = await add(marta, { definition, shared: true })
    expect(view).toMatchObject({ name: 'Open', list: 'orders', ownerId: marta.id, shared: true, editable: true })
    expect(view.definition).toMatchObject({ ...definition, columns: expect.any(Array) })
    expect(view.definition.columns.slice(0, 3)).toEqual(definition.columns)
    expect(view.definition.columns).toHaveLength(ORDER_COLUMNS.length)
    expect(view.definition.columns.slice(3).every(({ shown }: { shown: boolean }) => !shown)).toBe(true)
  })

  test('without columns it has those that the list usually shows', async () => {
    const { columns } = (await add(marta)).definition
    expect(columns.filter(({ shown }: { shown: boolean }) => !shown)).toEqual(
      ['inCharge', ...FURTHER_COLUMNS].map((id) => ({ id, shown: false })),
    )
  })

  test('a column that the list got later is hidden, and one that is gone is left out', async () => {
    const { id } = await add(marta)
    const stored = { ...OPEN, search: '', sort: [], perPage: 10, density: 'normal' }
    const columns = [
      { id: 'colour', shown: true },
      { id: 'status', shown: true },
    ]
    await server.db
      .updateTable('views')
      .set({ definition: JSON.stringify({ ...stored, columns }) })
      .where('id', '=', id)
      .execute()
    const [view] = (await call(marta, 'GET', 'views?list=orders')).body.data.items
    expect(view.definition.columns[0]).toEqual({ id: 'status', shown: true })
    expect(view.definition.columns).toHaveLength(ORDER_COLUMNS.length)
  })

  test('a field that can no longer be filtered by is left out, and the other filters stay', async () => {
    const { id } = await add(marta)
    await sql`update views set definition = jsonb_set(definition, '{filters,colour}', '"is:red"') where id = ${id}`.execute(
      server.db,
    )
    const [view] = (await call(marta, 'GET', 'views?list=orders')).body.data.items
    expect(view.definition.filters).toEqual({ status: 'is:0' })
  })

  test('relative days stay relative', async () => {
    const view = await add(marta, { definition: { filters: { eta: 'next:7d', created: 'last:30d' } } })
    expect(view.definition.filters).toEqual({ eta: 'next:7d', created: 'last:30d' })
  })

  const column = (id: string) => ({ id, shown: true })
  test.each([
    [{ filters: { colour: 'is:red' } }, 'definition.filters.colour'],
    [{ filters: { status: 'is:9' } }, 'definition.filters.status'],
    [{ filters: { status: 'has:x' } }, 'definition.filters.status'],
    [{ sort: [{ field: 'event', direction: 'asc' }] }, 'definition.sort.0.field'],
    [{ sort: [{ field: 'constructor', direction: 'asc' }] }, 'definition.sort.0.field'],
    [{ sort: [{ field: 'id', direction: 'up' }] }, 'definition.sort.0.direction'],
    [{ columns: [{ id: 'status', shown: false }] }, 'definition.columns'],
    [{ columns: [] }, 'definition.columns'],
    [{ columns: [column('status'), column('colour')] }, 'definition.columns.1.id'],
    [{ columns: [column('constructor')] }, 'definition.columns.0.id'],
    [{ columns: [column('status'), column('id'), column('status')] }, 'definition.columns.2.id'],
    [{ perPage: 11 }, 'definition.perPage'],
    [{ density: 'airy' }, 'definition.density'],
    [{ search: 'x'.repeat(201) }, 'definition.search'],
    [{ codes: ['17'] }, 'definition.codes.0'],
  ])('%j is refused at its field', async (definition, field) => {
    const { status, body } = await call(marta, 'POST', 'views', { list: 'orders', name: 'X', definition })
    expect({ status, fields: Object.keys(body.data) }).toEqual({ status: 400, fields: [field] })
    expect(await namesOf(marta)).toEqual([])
  })

  test('a change without columns is refused too, and the view keeps its own', async () => {
    const view = await add(marta)
    const { status, body } = await call(marta, 'PUT', `views/${view.id}`, { definition: { columns: [] } })
    expect({ status, data: body.data }).toEqual({
      status: 400,
      data: { 'definition.columns': 'Keep at least one column.' },
    })
    expect((await call(marta, 'GET', 'views?list=orders')).body.data.items[0].definition).toEqual(view.definition)
  })

  test('a name has 1 to 60 characters', async () => {
    const named = async (name: string) =>
      (await call(marta, 'POST', 'views', { list: 'orders', name, definition: {} })).status
    expect(
      await Promise.all([named(''), named(' '), named('x'), named('x'.repeat(60)), named('x'.repeat(61))]),
    ).toEqual([400, 400, 200, 200, 400])
  })

  test('each list has views of its own, with its own fields', async () => {
    await add(marta, { list: 'clients', name: 'Clients', definition: { filters: { company: 'has:acme' } } })
    await add(marta, { list: 'sailings', name: 'Sailings', definition: { filters: { status: 'is:planned' } } })
    await add(marta, { list: 'mails', name: 'Mails', definition: { filters: { state: 'is:failed' } } })
    expect(await namesOf(marta, 'list=clients')).toEqual(['Clients'])
    expect(await namesOf(marta, '')).toEqual(['Clients', 'Mails', 'Sailings'])
    const { items } = (await call(marta, 'GET', 'views')).body.data
    const counted = await call(marta, 'GET', `views/counts?ids=${items.map(({ id }: { id: number }) => id).join()}`)
    expect(Object.keys(counted.body.data)).toHaveLength(3)
    expect((await call(marta, 'GET', 'views?list=ports')).status).toBe(400)
    expect((await call(marta, 'POST', 'views', { list: 'clients', name: 'X', definition: OPEN })).status).toBe(400)
  })

  test('views of the audit trail are for administrators only', async () => {
    const id = (await createUser(server.db, { role: [Role.ADMIN] })).id
    const admin = { id, token: await server.tokenFor(id) }
    const definition = { filters: { action: 'has:order', user: 'is:me' } }
    const view = await add(admin, { list: 'audit', name: 'Audit', shared: true, definition })
    expect(await namesOf(admin, 'list=audit')).toEqual(['Audit'])
    expect((await call(admin, 'GET', `views/counts?ids=${view.id}`)).body.data).toEqual({
      [view.id]: { count: 0, capped: false },
    })
    expect(await namesOf(marta, '')).toEqual([])
    expect((await call(marta, 'GET', `views/counts?ids=${view.id}`)).body.data).toEqual({})
    expect((await call(marta, 'PUT', `views/${view.id}/prefs`, { pinned: true })).status).toBe(404)
    expect((await call(marta, 'POST', 'views', { list: 'audit', name: 'X', definition })).status).toBe(403)
  })

  test('a person has at most 100 views of a list', async () => {
    await sql`insert into views (list, name, owner_id, definition)
      select 'orders', 'View ' || n, ${marta.id}, '{"filters":{},"search":"","sort":[],"columns":[],"perPage":10,"density":"normal"}'
      from generate_series(1, 99) n`.execute(server.db)
    expect((await add(marta)).id).toBeGreaterThan(0)
    const { status, body } = await call(marta, 'POST', 'views', { list: 'orders', name: 'X', definition: {} })
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'You have 100 views of this list. Delete one of them first.',
    })
  })
})

describe('whose a view is', () => {
  test('a private view is its owner’s only; a shared one is seen by all staff', async () => {
    const own = await add(marta, { name: 'Own' })
    await add(marta, { name: 'Ours', shared: true })
    expect(await namesOf(marta)).toEqual(['Ours', 'Own'])
    expect(await namesOf(tom)).toEqual(['Ours'])
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['PUT', '/prefs'],
      ['POST', '/restore'],
    ] as const)
      expect((await call(tom, method, `views/${own.id}${path}`, {})).status, method + path).toBe(404)
  })

  test('saving under the same name is a new view and leaves the first one as it was', async () => {
    const first = await add(marta)
    const second = await add(marta, { definition: { filters: { status: 'is:2' } } })
    expect(second.id).not.toBe(first.id)
    const { items } = (await call(marta, 'GET', 'views?list=orders')).body.data
    expect(items.map(({ definition }: { definition: { filters: object } }) => definition.filters)).toEqual([
      { status: 'is:0' },
      { status: 'is:2' },
    ])
  })

  test('only its owner changes and deletes a shared view', async () => {
    const { id } = await add(marta, { shared: true })
    const seen = (await call(tom, 'GET', 'views?list=orders')).body.data.items[0]
    expect(seen).toMatchObject({ id, editable: false, owner: { id: marta.id, name: 'Marta' } })
    const change = await call(tom, 'PUT', `views/${id}`, { name: 'Mine now' })
    expect({ status: change.status, message: change.body.message }).toEqual({
      status: 403,
      message: 'Only Marta can change this view. You can save it as a new one.',
    })
    expect((await call(tom, 'DELETE', `views/${id}`)).status).toBe(403)
    expect(await namesOf(marta)).toEqual(['Open'])
  })

  test('once its owner has left, a shared view is the team’s: anybody changes it, and it stays shared', async () => {
    const { id } = await add(marta, { shared: true })
    await add(marta, { name: 'Own' })
    await disable(marta)
    const [view] = (await call(tom, 'GET', 'views?list=orders')).body.data.items
    expect(view).toMatchObject({ id, editable: true, owner: null, ownerId: marta.id })
    expect((await call(tom, 'PUT', `views/${id}`, { name: 'Team' })).body.data.name).toBe('Team')
    const { status, body } = await call(tom, 'PUT', `views/${id}`, { shared: false })
    expect({ status, data: body.data }).toEqual({
      status: 400,
      data: { shared: 'This view belongs to the team now. It stays shared.' },
    })
    expect((await call(tom, 'DELETE', `views/${id}`)).status).toBe(200)
    expect(await namesOf(tom, 'deleted=1')).toEqual(['Team'])
    expect((await call(tom, 'POST', `views/${id}/restore`)).status).toBe(200)
  })

  test('clients, and staff who view the site as one, have no views', async () => {
    const { id } = await add(marta, { shared: true })
    const asClient = await server.tokenFor(client.id)
    const viewing = (await call(marta, 'GET', `user/get/${client.id}`)).body.data.user_token
    for (const token of [asClient, viewing])
      for (const [method, path] of [
        ['GET', 'views?list=orders'],
        ['POST', 'views'],
        ['GET', `views/counts?ids=${id}`],
        ['PUT', `views/${id}`],
        ['DELETE', `views/${id}`],
        ['PUT', `views/${id}/prefs`],
        ['PUT', 'views/last'],
      ] as const)
        expect((await server.call(method, path, { token, ...(method !== 'GET' && { body: {} }) })).status).toBe(403)
  })
})

describe('the view that was opened last', () => {
  const lastOf = async (who: Person, list = 'orders') => (await call(who, 'GET', `views?list=${list}`)).body.data.last
  const open = (who: Person, body: object) => call(who, 'PUT', 'views/last', body)

  test('is remembered for each person and list, the newest only', async () => {
    expect(await lastOf(marta)).toBeNull()
    await open(marta, { list: 'orders', view: 'mine' })
    await open(marta, { list: 'clients', view: '12' })
    expect((await open(marta, { list: 'orders', view: 'all' })).status).toBe(200)
    expect(await lastOf(marta)).toBe('all')
    expect(await lastOf(marta, 'clients')).toBe('12')
    expect(await lastOf(tom)).toBeNull()
    expect((await call(marta, 'GET', 'views')).body.data.last).toBeNull()
    expect(await trailOf(server.db, 'users', marta.id)).toEqual([])
  })

  test('is of a list that has views, and is no other text; clients have none', async () => {
    expect((await open(marta, { list: 'ports', view: 'all' })).body.data).toHaveProperty('list')
    for (const view of ['', 'Mine!', 'x'.repeat(21), 12])
      expect((await open(marta, { list: 'orders', view })).body.data).toEqual({ view: 'Choose one from the list' })
    const token = await server.tokenFor(client.id)
    expect((await open({ ...client, token }, { list: 'orders', view: 'all' })).status).toBe(403)
  })
})

describe('saving', () => {
  test('what is omitted stays, and each save is a new version', async () => {
    const before = await add(marta, { definition: { ...OPEN, perPage: 50 } })
    const { data } = (await call(marta, 'PUT', `views/${before.id}`, { name: 'Renamed' })).body
    expect(data).toMatchObject({ name: 'Renamed', definition: { filters: { status: 'is:0' }, perPage: 50 } })
    expect(data.updatedAt > before.updatedAt).toBe(true)
  })

  test('when somebody saved it meanwhile, the answer is 409 with both definitions, and nothing is written', async () => {
    const { id, updatedAt } = await add(marta, { shared: true })
    const other = { filters: { status: 'is:2' } }
    await call(marta, 'PUT', `views/${id}`, { definition: other, updatedAt })
    const { status, body } = await call(marta, 'PUT', `views/${id}`, {
      definition: { filters: { status: 'is:1' } },
      updatedAt,
    })
    expect(status).toBe(409)
    expect(body.message).toMatch(/^This view was changed by Marta at /)
    expect(body.data.current).toMatchObject({ id, definition: other })
    expect(body.data.sent).toMatchObject({ definition: { filters: { status: 'is:1' } } })
    expect((await call(marta, 'GET', 'views?list=orders')).body.data.items[0].definition.filters).toEqual(other.filters)
  })

  test('every change is in the audit trail', async () => {
    const { id } = await add(marta)
    await call(marta, 'PUT', `views/${id}`, { definition: { filters: { status: 'is:2' } } })
    await call(marta, 'PUT', `views/${id}/prefs`, { pinned: true })
    await call(marta, 'DELETE', `views/${id}`)
    await call(marta, 'POST', `views/${id}/restore`)
    const trail = await trailOf(server.db, 'views', id)
    expect(trail.map(({ action }) => action)).toEqual([
      'view.create',
      'view.update',
      'view.prefs',
      'view.remove',
      'view.restore',
    ])
    expect(trail[1]).toMatchObject({
      userId: marta.id,
      before: { filters: { status: 'is:0' } },
      after: { filters: { status: 'is:2' } },
    })
    const admin = await server.signIn({ role: [Role.ADMIN] })
    const { items } = (await server.call('GET', 'admin/audit?entity=views&per_page=5', { token: admin })).body.data
    expect(items[0]).toMatchObject({ record: 'Open', action: 'view.restore' })
    expect(items[3].changes).toContainEqual({
      field: 'filters',
      label: 'Filters',
      before: 'status is:0',
      after: 'status is:2',
      html: false,
    })
  })
})
