import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import { calculate, choose, openNewOrder, press, type } from './new-order-test-page.tsx'
import { testOrder } from './state/test-order.fixture.ts'

const noRate = { code: 400, message: 'No freight rate', data: { rate: 'No freight rate for tier 1.' } }

test('a new order starts with pick-up terms, LCL and the first pick-up location', async () => {
  await openNewOrder()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Pick-Up from Supplier' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Less-than-Container Load' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Pick-up location' }).value).toBe('Dongguan')
})

test('other trade terms load their own origins, choose the first and keep the focus', async () => {
  await openNewOrder()
  const terms = screen.getByRole('radio', { name: 'Drop-Off by Supplier' })
  terms.focus()
  fireEvent.click(terms)
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Origin depot' }).value).toBe('Ningbo CFS'),
  )
  expect(document.activeElement).toBe(terms)
})

test('Calculate on an empty form marks required fields, focuses the first one and makes no call', async () => {
  const { posted } = await openNewOrder()
  press('Calculate')
  expect(await screen.findAllByText('This field cannot be empty')).toHaveLength(1)
  expect(screen.getAllByText('Please enter a value')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Destination' })))
  expect(posted('calculator/pick-up_from_supplier')).toEqual([])
})

test('a price replaces Calculate; a change of the shipment brings Calculate back', async () => {
  const { posted } = await openNewOrder()
  await calculate('LGB8')
  expect(posted('calculator/pick-up_from_supplier').map(({ body }) => body)).toEqual([
    {
      userId: 7,
      pickUpLocationId: 5,
      cartageId: 91,
      weight: 620,
      cbm: 3.5,
      insurance: 0,
      cargoInsurance: false,
      customsBrokerage: false,
    },
  ])
  expect(screen.queryByRole('button', { name: 'Calculate' })).toBeNull()
  expect(screen.getByRole('table', { name: 'Price breakdown' }).textContent).toContain('68 × 3.5')
  expect(screen.getByText('Rates since Dec 1 2026, December rates')).toBeTruthy()
  press('Book')
  expect(screen.queryByRole('button', { name: 'QUOTE SUMMARY' })).not.toBeNull()
  type(/^Volume, CBM/, '4')
  expect(screen.queryByRole('button', { name: 'Calculate' })).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'QUOTE SUMMARY' })).toBeNull()
})

test('a changed shipment value is priced automatically', async () => {
  const { posted } = await openNewOrder()
  await calculate('LGB8')
  type(/^Shipment value, USD/, '8500')
  await waitFor(() => expect(posted('calculator/pick-up_from_supplier')).toHaveLength(2))
  expect(posted('calculator/pick-up_from_supplier')[1]?.body).toMatchObject({ insurance: 8500 })
})

test('without a freight rate the manual rate is offered at once, and Book insists on it', async () => {
  await openNewOrder({ 'POST calculator/pick-up_from_supplier': noRate })
  await calculate('CFS Carson')
  expect(screen.getByRole('alert', { name: 'No price' }).textContent).toContain('No freight rate for tier 1.')
  press('Book')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Manual rate, USD' })))
  expect(screen.queryByText('Please enter a value')).not.toBeNull()
  type(/^Manual rate, USD/, '432.10')
  press('Book')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'QUOTE SUMMARY' })).not.toBeNull())
})

test('a shipment over 16 CBM moves to the quote request with its typed values, and is sent', async () => {
  const { posted } = await openNewOrder({
    'POST request/quote': { code: 400, message: 'No', data: { message: 'Too short' } },
  })
  await choose('Destination', 'LGB8')
  type(/^Volume, CBM/, '16.5')
  press('Request an FCL quote')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Volume, CBM' }).value).toBe('16.5')
  press('Send request')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' })))
  type(/^Message/, 'Hi')
  press('Send request')
  await waitFor(() => expect(screen.queryByText('Too short')).not.toBeNull())
  expect(posted('request/quote')[0]?.body).toMatchObject({
    userId: 7,
    volume: 16.5,
    destination: 91,
    transportationMode: 1,
  })
})

test('an unfinished order is offered on the next visit, with its terms', async () => {
  const first = await openNewOrder()
  fireEvent.click(screen.getByRole('radio', { name: 'Drop-Off by Supplier' }))
  type(/^Volume, CBM/, '4.25')
  window.dispatchEvent(new Event('pagehide'))
  const kept = { ...localStorage }
  first.unmount()
  const open = openNewOrder()
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value))
  await open
  press('Continue')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Volume, CBM' }).value).toBe('4.25')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Drop-Off by Supplier' }).checked).toBe(true)
  expect(screen.queryByText('Unfinished order')).toBeNull()
})

test('the calculator is called by trade terms', async () => {
  const { posted } = await openNewOrder()
  fireEvent.click(screen.getByRole('radio', { name: 'Drop-Off by Supplier' }))
  await screen.findByDisplayValue('Ningbo CFS')
  await calculate('LGB8')
  expect(posted('calculator/drop-off_by_supplier')[0]?.body).toMatchObject({ depotId: 21 })
})

test('a full container has no trade terms and no hints about them; going back restores the terms', async () => {
  const hint = { id: 1, title: 'Pick-up hint', content: '<p>Pack well</p>', shipmentTradeTerms: 2, type: 'form' }
  const items = [{ ...hint, updatedAt: testOrder.updatedAt }]
  const hints = { items, totalCount: 1, numItemsPerPage: 1000, currentPageNumber: 1 }
  await openNewOrder({ 'GET hint/get_all': { data: hints } })
  fireEvent.click(screen.getByRole('radio', { name: 'Drop-Off by Supplier' }))
  await screen.findByText('Pick-up hint')
  fireEvent.click(screen.getByRole('radio', { name: 'Full Container Load' }))
  expect(screen.queryByRole('radio', { name: 'Drop-Off by Supplier' })).toBeNull()
  expect(screen.queryByText('Pick-up hint')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Less-than-Container Load' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Drop-Off by Supplier' }).checked).toBe(true)
})

test('a copied order is filled in and priced again at once', async () => {
  const { posted } = await openNewOrder({ 'GET request/booking/get/70': { data: testOrder } }, '?copy=70')
  await screen.findByRole('region', { name: 'Quote' })
  expect(posted('calculator/pick-up_from_supplier').map(({ body }) => body)).toMatchObject([
    { pickUpLocationId: 5, cartageId: 91, cbm: 3.5, weight: 620, insurance: 8500, cargoInsurance: true },
  ])
  expect(screen.getByText('ABCD - 1234 - 5678').closest('a')?.getAttribute('href')).toBe('/orders/70')
  press('Book')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the person in charge' }).value).toBe('Li Wei')
})

test('a copied origin that is hidden now is named, left empty and not priced', async () => {
  const hidden = { ...testOrder, shipmentOriginPort: 99, cityName: 'Shantou' }
  const { posted } = await openNewOrder(
    { 'GET request/booking/get/70': { data: hidden } },
    '?copy=70',
    'ABCD - 1234 - 5678',
  )
  await screen.findByText('No longer offered: origin Shantou. Please choose another.')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Pick-up location' }).value).toBe('')
  expect(posted('calculator/pick-up_from_supplier')).toEqual([])
})

describe('Offer this', () => {
  const refused = (fields: object) => ({ 'POST offer/add': { code: 400, message: 'Bad request', data: fields } })
  const typeRate = (rate: string) => {
    fireEvent.click(screen.getByRole('switch', { name: 'Manual rate' }))
    type(/^Manual rate, USD/, rate)
  }

  test('refused by the server, it opens the form of an offer with all that was typed and the messages', async () => {
    const { posted, address } = await openNewOrder(refused({ 'options.0.inputs.cbm': 'Too much' }))
    await calculate('LGB8')
    type(/^Shipment value, USD/, '8500')
    await waitFor(() => expect(posted('calculator/pick-up_from_supplier')).toHaveLength(2))
    typeRate('700,50')
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Offer this' }).disabled).toBe(false),
    )
    press('Offer this')
    await screen.findByText('A new offer')
    const inputs = {
      shipmentTradeTerms: TradeTerms.PICK_UP,
      pickUpLocationId: 5,
      cartageId: 91,
      cbm: '3.5',
      weight: '620',
      insurance: '8500',
    }
    const option = { mode: 0, quoteId: 12, price: '700,50', inputs }
    expect(posted('offer/add')[0]?.body).toMatchObject({ clientId: 7, options: [option] })
    expect(address()).toMatchObject({
      search: { clientId: 7 },
      state: { refused: { option, errors: { 'options.0.inputs.cbm': 'Too much' } } },
    })
  })

  test('a client and a kept quote that are gone are not sent again', async () => {
    const fields = { clientId: 'There is no such client', 'options.0.quoteId': 'There is no such quote' }
    const { address } = await openNewOrder(refused(fields))
    await calculate('LGB8')
    press('Offer this')
    await screen.findByText('A new offer')
    expect(address().search).toEqual({})
    expect(address().state).toMatchObject({ refused: { option: { quoteId: null }, errors: fields } })
  })

  test('without a rate, it offers the price that is typed, and insists on one', async () => {
    const { posted } = await openNewOrder({
      'POST calculator/pick-up_from_supplier': noRate,
      ...refused({ note: 'No' }),
    })
    await calculate('CFS Carson')
    press('Offer this')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Manual rate, USD' })))
    expect(posted('offer/add')).toEqual([])
    type(/^Manual rate, USD/, '432.10')
    press('Offer this')
    await screen.findByText('A new offer')
    expect(posted('offer/add')[0]?.body).toMatchObject({ options: [{ quoteId: null, price: '432.10' }] })
  })
})

test('if the copied order cannot be read, the page says so and fills in nothing', async () => {
  await openNewOrder({}, '?copy=71', 'Not in this test')
  expect(screen.queryByRole('button', { name: 'Calculate' })).toBeNull()
})
