import '#web/test/setup.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { boxOpened, openBox } from '#web/lib/browser/box.ts'
import { answer, asked, chosen, field, found, item, open, press, rows, type, withServer } from './box.fixture.tsx'

withServer()

const order = (id: number, more = {}) => item('order', id, `ABCD0000000${id}`, { matched: 'Company', ...more })
const northlight = item('client', 3, 'Hannah Nguyen', { matched: 'Company', detail: 'Northlight Goods · h@north.test' })
const total = (totalCount: number) => ({ items: [], totalCount, numItemsPerPage: 1, currentPageNumber: 1 })

test('a client comes before the orders of the same name, then all its orders with their number, then five', async () => {
  await open()
  type('northlight')
  await found('northlight', { orders: [1, 2, 3, 4, 5, 6].map((id) => order(id)), clients: [northlight] })
  await answer('request/booking/get_all', total(1122))
  await screen.findByText('Show all 1 122 orders of Northlight Goods')
  expect(screen.getByRole('status').textContent).toBe('6 results')
  expect(rows().map((text) => text?.slice(0, 20))).toEqual([
    'Hannah NguyenNorthli',
    'Show all 1\u00a0122 order',
    'New order for Northl',
    ...[1, 2, 3, 4, 5].map((id) => expect.stringContaining(`ABCD - 0000 - 000${id}`)),
  ])
  expect(screen.queryByText(/keep typing/)).toBeNull()
})

test('the way to all orders of a client is the list under its filter', async () => {
  const history = await open()
  type('northlight')
  await found('northlight', { orders: [order(1)], clients: [northlight] })
  await screen.findByText('Show all orders of Northlight Goods')
  press('ArrowDown')
  press('Enter')
  await waitFor(() => expect(history.location.href).toBe('/orders?f.client=is%3AHannah+Nguyen'))
})

test('further clients who may be meant come before the orders', async () => {
  await open()
  type('nguyen')
  const other = item('client', 4, 'Minh Nguyen', { detail: 'm@nguyen.test' })
  await found('nguyen', { orders: [order(1)], clients: [northlight, other] })
  await waitFor(() => expect(rows()).toHaveLength(5))
  expect(rows()[0]).toContain('Hannah Nguyen')
  expect(rows()[1]).toContain('Minh Nguyen')
})

test('the sailing of a container comes before the orders in it', async () => {
  await open()
  type('msku1234565')
  await found('msku1234565', {
    orders: [order(1, { matched: 'Container', exact: true }), order(2, { matched: 'Container', exact: true })],
    sailings: [item('sailing', 9, 'S-2026-0055', { matched: 'Container', exact: true })],
  })
  await answer('request/booking/get_all', total(1))
  await screen.findByText('Show the order on S-2026-0055')
  expect(chosen()[0]).toContain('S-2026-0055')
})

test('an order with exactly this code comes first, whatever else is found', async () => {
  await open()
  type('northlight 1')
  await found('northlight 1', {
    orders: [order(1, { matched: 'Tracking code', exact: true })],
    clients: [{ ...northlight, exact: true }],
  })
  await waitFor(() => expect(rows()[0]).toContain('ABCD - 0000 - 0001'))
})

test.each(['new order northlight', 'create an order for northlight', 'Book shipment for  Northlight '])(
  '“%s” offers a new order for the client in one Enter',
  async (typed) => {
    const history = await open()
    type(typed)
    const name = typed.trim().split(' ').at(-1) ?? ''
    await found(name, { orders: [order(1)], clients: [northlight] })
    await screen.findByText('New order for Hannah Nguyen')
    press('Enter')
    await waitFor(() => expect(history.location.href).toBe('/new-order/3'))
  },
)

test('a new order without a name asks for it, and the box stays open', async () => {
  await open()
  type('create ord')
  expect(chosen()).toEqual(['New order for …N'])
  press('Enter')
  expect(field()).toHaveProperty('value', 'New order for ')
  await screen.findByText('Type the name, company, email or phone of the client.')
  expect(asked.filter(({ path }) => path === 'search')).toHaveLength(0)
  expect(rows()).toEqual(['Register client'])
})

test.each([
  ['register', 'Register client'],
  ['new client', 'Register client'],
  ['new sailing', 'New sailing'],
  ['create sailing', 'New sailing'],
  ['import', 'Import orders'],
  ['hand over', 'Hand over my work'],
])('“%s” finds %s', async (typed, label) => {
  await open()
  type(typed)
  expect(rows()).toContain(label)
})

test('a text that nothing is found for offers the nearest', async () => {
  await open()
  type('northligt')
  await found('northligt', {}, [], [northlight])
  await screen.findByText('Nothing found for “northligt”. The nearest is shown')
  expect(rows()[0]).toContain('Hannah Nguyen')
})

test('an action that fits the text is not called nothing', async () => {
  await open()
  type('hand over')
  await found('hand over', {}, [], [northlight])
  await screen.findByText('No record found for “hand over”. The nearest is shown')
  expect(rows()[0]).toBe('Hand over my work')
})

test('a name that no client has offers the nearest client, and the form of a new one', async () => {
  await open()
  type('new order northligt')
  await found('northligt', {}, [], [northlight, item('vessel', 1, 'Northlight')])
  await screen.findByText('No client found for “northligt”')
  expect(rows().map((row) => row?.slice(0, 27))).toEqual(['New order for Hannah Nguyen', 'Register client'])
})

test('the box opens with the text that a page gives it', async () => {
  await open(undefined, ['x'])
  boxOpened.set(false)
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  openBox('New order for ')
  expect(await screen.findByRole('combobox')).toHaveProperty('value', 'New order for ')
})

test('an offer to somebody who is no client is found by the name, and leads to its page', async () => {
  const history = await open()
  type('nina')
  await found('nina', { offers: [item('offer', 4, 'Q-2026-0412', { detail: 'Nina New · New Ltd. · Waiting' })] })
  await screen.findByText('Q-2026-0412')
  expect(chosen()[0]).toContain('Nina New')
  press('Enter')
  await waitFor(() => expect(history.location.href).toBe('/offers/4'))
})
