import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let one: number
let two: number
let closed: number
let cartage: number
let other: number

beforeAll(async () => {
  const add = async (path: string, body: object): Promise<number> =>
    (await server.call('POST', path, { body })).body.data.id
  const depot = (name: string, { status = true } = {}) =>
    add('value/depot', {
      code: name,
      name,
      status,
      originIds: [2],
      tier: 1,
      depotFixed: 1,
      depotVar: 1,
      depotVarMin: 1,
    })
  one = await depot('One')
  two = await depot('Two')
  closed = await depot('Closed', { status: false })
  cartage = await add('value/cartage', { categoryId: 1, name: 'LGB8', dest: 'USWC-LAX' })
  other = await add('value/cartage', { categoryId: 5, name: 'Hidden', dest: 'US-CHI', status: false })
})
beforeEach(() => server.db.deleteFrom('deliveryTimes').execute())

const cell = (depot: unknown, at: unknown, delivery: unknown) => ({ depot, cartage: at, delivery })
const send = (method: string, ...data: object[]) => server.call(method, 'delivery', { body: { data } })
const days = async () => (await server.call('GET', 'delivery')).body.data.delivery

test('the grid has the depots in service as rows and all cartages as columns', async () => {
  await server.db.insertInto('deliveryTimes').values({ depotId: closed, cartageId: cartage, days: 9 }).execute()
  const { data } = (await server.call('GET', 'delivery')).body
  expect(data).toEqual({
    delivery: {},
    depot: [
      { depotId: one, depotName: 'One' },
      { depotId: two, depotName: 'Two' },
    ],
    cartage: [
      { cartageId: cartage, cartageName: 'LGB8' },
      { cartageId: other, cartageName: 'Hidden' },
    ],
  })
})

test.each(['PUT', 'POST'])('%s replaces the whole grid: absent, empty and 0 leave no entry', async (method) => {
  await send('PATCH', cell(one, cartage, 20), cell(one, other, 21), cell(two, cartage, 22))
  const saved = await send(method, cell(one, cartage, 30), cell(one, other, 0), cell(two, other, ''))
  expect(saved.status).toBe(200)
  expect(saved.body.data.delivery).toEqual({ [one]: { [cartage]: 30 } })
  expect(await days()).toEqual({ [one]: { [cartage]: 30 } })
})

test('replacing the grid keeps the days of a depot that is out of service', async () => {
  await server.db.insertInto('deliveryTimes').values({ depotId: closed, cartageId: cartage, days: 9 }).execute()
  await send('PUT')
  expect(await server.db.selectFrom('deliveryTimes').selectAll().execute()).toEqual([
    { depotId: closed, cartageId: cartage, days: 9 },
  ])
})

test('PATCH changes only the cells that were sent, so two people both keep their changes', async () => {
  await send('PUT', cell(one, cartage, 20), cell(two, cartage, 22))
  await Promise.all([
    send('PATCH', cell(one, cartage, 25)),
    send('PATCH', cell(two, other, 31)),
    send('PATCH', cell(two, cartage, null)),
  ])
  expect(await days()).toEqual({ [one]: { [cartage]: 25 }, [two]: { [other]: 31 } })
})

test('a cell that changed since its sender read it is refused with the current grid', async () => {
  await send('PUT', cell(one, cartage, 20))
  const refused = await send('PATCH', { ...cell(one, cartage, 25), was: 19 }, { ...cell(one, other, 5), was: 0 })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: 'Someone else has changed 1 of these cells in the meantime.',
      data: { delivery: { [one]: { [cartage]: 20 } } },
    },
  })
  expect(await days()).toEqual({ [one]: { [cartage]: 20 } })
  expect((await send('PATCH', { ...cell(one, cartage, 20), was: 19 })).status).toBe(200)
  expect((await send('PATCH', { ...cell(one, cartage, 25), was: 20 })).status).toBe(200)
})

test('days are whole numbers from 0 to 1000', async () => {
  expect((await send('PATCH', cell(one, cartage, 1000), cell(one, other, '7'))).body.data.delivery).toEqual({
    [one]: { [cartage]: 1000, [other]: 7 },
  })
  const refused = await send(
    'PATCH',
    cell(one, cartage, 1001),
    cell(one, other, 1.5),
    cell(two, cartage, -1),
    cell(two, other, 'x'),
  )
  expect(refused).toMatchObject({
    status: 400,
    body: {
      message: 'No more than 1000',
      data: {
        'data.0.delivery': 'No more than 1000',
        'data.1.delivery': 'Please enter a whole number',
        'data.2.delivery': 'No less than 0',
        'data.3.delivery': 'Please enter a number',
      },
    },
  })
  expect(await days()).toEqual({ [one]: { [cartage]: 1000, [other]: 7 } })
})

test('unknown and repeated cells are refused, and nothing is saved', async () => {
  const refused = await send(
    'PUT',
    cell(one, cartage, 5),
    cell(999_999, cartage, 5),
    cell(one, 999_999, 5),
    cell(one, cartage, 6),
  )
  expect(refused.body.data).toEqual({
    'data.1.depot': 'This depot does not exist',
    'data.2.cartage': 'This cartage does not exist',
    'data.3.delivery': 'This cell is listed twice',
  })
  expect(await days()).toEqual({})
  expect((await server.call('PATCH', 'delivery', { body: {} })).body.data).toEqual({
    data: 'data must be a list of cells',
  })
  expect((await send('DELETE')).status).toBe(405)
})

test('a save is one audit entry with the changed cells, and none when nothing changed', async () => {
  await send('PUT', cell(one, cartage, 20), cell(two, cartage, 22))
  const entries = () =>
    server.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('action', '=', 'delivery.update')
      .orderBy('id', 'desc')
      .execute()
  const { length } = await entries()
  await send('PUT', cell(one, cartage, 20), cell(two, cartage, 22))
  expect(await entries()).toHaveLength(length)
  await send('PATCH', cell(one, cartage, 25), cell(two, cartage, 22))
  const all = await entries()
  expect(all).toHaveLength(length + 1)
  expect(all[0]).toMatchObject({
    userId: server.staff.id,
    before: { [`${one}:${cartage}`]: 20 },
    after: { [`${one}:${cartage}`]: 25 },
  })
})

test('a grid of 60 by 60 is saved at once', async () => {
  const depotRows = Array.from({ length: 60 }, (_, n) => ({
    name: `D${n}`,
    code: `D${n}`,
    tier: 1,
    depotFixed: 1,
    depotVar: 1,
    depotVarMin: 1,
  }))
  const cartageRows = Array.from({ length: 60 }, (_, n) => ({ name: `C${n}`, categoryId: 5, dest: 'X' }))
  const depots = await server.db.insertInto('depots').values(depotRows).returning('id').execute()
  const cartages = await server.db.insertInto('cartages').values(cartageRows).returning('id').execute()
  const cells = depots.flatMap((row, r) =>
    cartages.map((column, c) => cell(row.id, column.id, 1 + ((r * 60 + c) % 1000))),
  )
  const saved = await send('PUT', ...cells)
  expect(saved.status).toBe(200)
  expect(saved.body.data.delivery[depots[59]?.id ?? 0][cartages[59]?.id ?? 0]).toBe(1 + (3599 % 1000))
})
