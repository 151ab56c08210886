import type { Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, labels, test } from '#e2e/lib/fixtures.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

interface Order {
  id: number
  hashSum: string
  customCode: string
  username: string
  transportationMode: number
  shipmentVolume: number | null
  estimatedTransportation: number | null
  amazonRefId: string
  companyNameShipper: string
  price: { calculated: number | null; booked: number; manual: boolean; by: string | null } | null
}

const CLIENT = 7

async function ordersOf(server: RunningServer, userId = CLIENT): Promise<Order[]> {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<Order[]>(`request/booking/get/user/${userId}`, { token })
  return data
}
async function orderOf(server: RunningServer, id: number): Promise<Order> {
  const { token } = await server.tokenOf('admin')
  return (await server.call<Order>(`request/booking/get/${id}`, { token })).data
}
const mailsTo = (server: RunningServer, order: Order) =>
  server.smtp.mails.filter(({ mail }) => mail.subject?.includes(order.hashSum)).length

/** Opens the new-order screen from the client's page. */
async function openNewOrder(
  page: Page,
  login: (page: Page, account: 'admin', path: string) => Promise<void>,
  userId = CLIENT,
) {
  await login(page, 'admin', `/clients/${userId}`)
  await page.getByRole('link', { name: 'Create new order' }).click()
  await expect(page.getByRole('combobox', { name: 'Pick-up location' })).toHaveValue(/\S/)
}
async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option }).first().click()
}
async function measure(page: Page, volume: string, weight: string) {
  await page.getByLabel('Volume, CBM').fill(volume)
  await page.getByLabel('Weight, KG').fill(weight)
}
const goOn = (page: Page, panel: string) =>
  page.getByRole('region', { name: panel }).getByRole('button', { name: 'Continue' }).click()
const toast = (page: Page, text: string) => expect(page.getByRole('status', { name: 'Messages' })).toContainText(text)
const backOnClient = (page: Page) => expect(page).toHaveURL(new RegExp(`/clients/${CLIENT}$`))

async function fillShipper(page: Page, company: string) {
  const panel = page.getByRole('region', { name: 'SHIPPER INFORMATION' })
  await panel.getByLabel('Company name').fill(company)
  await panel.getByLabel('Company address').fill('8 Factory Street, Ningbo')
  await panel.getByLabel('Name of the person in charge').fill('Li Wei')
  await panel.getByLabel('Email').fill('li@example.test')
  await panel.getByLabel('Phone').fill('+86 138 0000 0000')
}

/**
 * A wrong value and a failed calculation both disable Send and say why. Restores the old value afterwards.
 */
async function sendNothingWithout(page: Page, label: string) {
  const value = page.getByLabel(label)
  const quote = page.getByRole('region', { name: 'Quote', exact: true })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
  const before = await value.inputValue()
  for (const [wrong, message] of [
    ['', 'Please enter a value'],
    ['abc', 'Please enter a number'],
  ] as const) {
    await value.fill(wrong)
    await expect(page.getByText(message)).toBeVisible()
    await expect(quote.getByText('This price is for a shipment value of')).toBeVisible()
    await send.click()
    await expect(value).toBeFocused()
  }
  await page.route('**/api/calculator/**', (route) => route.abort())
  await value.fill('30000')
  await expect(retry).toBeVisible()
  await send.click()
  await expect(page.getByRole('alert', { name: 'Errors' })).toContainText('has not been calculated yet')
  await page.unroute('**/api/calculator/**')
  await retry.click()
  await expect(retry).toHaveCount(0)
  await expect(quote).not.toHaveAttribute('aria-busy', 'true')
  await value.fill(before)
  await expect(quote.getByText('$900.41').first()).toBeVisible()
}

test('an Amazon shipment is quoted, overridden and booked with one double click: one order, one mail', async ({
  page,
  server,
  login,
}) => {
  const before = (await ordersOf(server)).length
  await openNewOrder(page, login)
  await choose(page, 'Pick-up location', 'Dongguan')
  await choose(page, 'Destination', 'LGB8')
  // Selecting the same option again changes nothing.
  await choose(page, 'Destination', 'LGB8')
  await expect(page.getByRole('combobox', { name: 'Destination' })).toHaveValue(/LGB8/)
  await measure(page, '3,5', '620')
  await page.getByLabel('Cargo insurance').check()
  await page.getByLabel('Customs brokerage').check()
  await page.getByRole('button', { name: 'Calculate' }).click()
  await expect(page.getByText('Please enter a value')).toBeVisible()
  await page.getByLabel('Shipment value, USD').fill('8500')
  await page.getByRole('button', { name: 'Calculate' }).click()
  const quote = page.getByRole('region', { name: 'Quote', exact: true })
  await expect(quote.getByText('$855.96').first()).toBeVisible()
  await expect(quote.getByText('40 + max(55, 14 × 3.5) = 95.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Calculate' })).toHaveCount(0)

  // Changing the insurance value recalculates the price.
  await page.getByLabel('Shipment value, USD').fill('20000')
  await expect(quote.getByText('$900.41').first()).toBeVisible()

  await quote.getByRole('switch', { name: 'Manual rate' }).check({ force: true })
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(quote.getByText('Please enter a value')).toBeVisible()
  await page.getByLabel('Manual rate, USD').fill('800')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Book', exact: true })).toHaveCount(0)
  expect(await axeProblems(page)).toEqual([])

  await expect(
    page.getByRole('region', { name: 'YOUR INFORMATION' }).getByRole('textbox', { name: 'Name', exact: true }),
  ).toHaveValue('Sofia Lindqvist')
  await expect(page.getByRole('button', { name: /^SHIPMENT INFORMATION/ })).toBeDisabled()
  await goOn(page, 'SHIPPER INFORMATION')
  await expect(page.getByRole('region', { name: 'SHIPPER INFORMATION' }).getByLabel('Company name')).toBeFocused()
  await fillShipper(page, 'Ningbo Bright Lamps')
  await page.getByRole('button', { name: 'Save shipper' }).click()
  await toast(page, 'Shipper was saved successfully')
  await goOn(page, 'SHIPPER INFORMATION')
  await page.getByLabel('Description of goods').fill('Lamps')
  await goOn(page, 'SHIPMENT INFORMATION')
  await goOn(page, 'AMAZON FBA BOOKING INFORMATION')
  await expect(page.getByText('This field cannot be empty')).toHaveCount(2)
  await page.getByLabel('Amazon Ref ID').fill('AMZ-77')
  await page.getByLabel('Shipment ID (PO)').fill('FBA15-1')
  await goOn(page, 'AMAZON FBA BOOKING INFORMATION')
  await expect(page.getByLabel('Send the booking mail')).toBeChecked()
  await sendNothingWithout(page, 'Shipment value, USD')
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await toast(page, 'New order was created')
  await backOnClient(page)
  await expect(page.locator('tr[data-added]')).toHaveCount(1)

  const orders = await ordersOf(server)
  const link = page.getByRole('status', { name: 'Messages' }).getByRole('link')
  await expect(link).toHaveText(/^[A-Z]{4} - \d{4} - \d{4}$/)
  await expect(link).toHaveAttribute('href', `/orders/${orders[0]!.id}`)
  expect(orders).toHaveLength(before + 1)
  const order = await orderOf(server, orders[0]!.id)
  expect(order).toMatchObject({
    amazonRefId: 'AMZ-77',
    estimatedTransportation: 800,
    companyNameShipper: 'Ningbo Bright Lamps',
  })
  expect(order.price).toMatchObject({ calculated: 900.41, booked: 800, manual: true, by: 'Ingrid Solheim' })
  await expect
    .poll(() =>
      server.smtp.mails.some(
        ({ recipients, mail }) =>
          recipients.includes('sofia@fjord-kitchen-supply.example') && mail.subject?.includes(order.hashSum),
      ),
    )
    .toBe(true)
  expect(
    server.smtp.mails.filter(
      ({ recipients, mail }) =>
        recipients.includes('sofia@fjord-kitchen-supply.example') && mail.subject?.includes(order.hashSum),
    ),
  ).toHaveLength(1)
})

test('a non-Amazon shipment skips the Amazon panel; a saved shipper fills the form; without the checkbox no mail is sent', {
  tag: '@long',
}, async ({ page, server, login }) => {
  await openNewOrder(page, login)
  await page.getByLabel('Drop-Off by Supplier').check()
  await expect(page.getByRole('combobox', { name: 'Origin depot' })).toHaveValue(/CFS/)
  await page.getByRole('combobox', { name: 'Destination' }).click()
  await expect(page.getByRole('group').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await choose(page, 'Destination', 'CFS')
  await measure(page, '2', '3400')
  await page.getByRole('button', { name: 'Calculate' }).click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('button', { name: /AMAZON/ })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Saved shippers' }).click()
  await page.getByRole('option').first().click()
  await goOn(page, 'SHIPPER INFORMATION')
  await page.getByLabel('Description of goods').fill('Chairs')
  await goOn(page, 'SHIPMENT INFORMATION')
  await page.getByLabel('Send the booking mail').uncheck()

  // Changing the shipment closes the accordion and brings Calculate back; entered values stay.
  await page.getByLabel('Volume, CBM').fill('2.5')
  await expect(page.getByRole('button', { name: 'QUOTE SUMMARY' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Calculate' }).click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByLabel('Send the booking mail')).not.toBeChecked()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await toast(page, 'New order was created')
  const order = await orderOf(server, (await ordersOf(server))[0]!.id)
  expect(order).toMatchObject({ shipmentVolume: 2.5, amazonRefId: '' })
  expect(order.price).toMatchObject({ manual: false })
  expect(mailsTo(server, order)).toBe(0)
})

test('changing the destination on the Amazon panel leads to the last panel and keeps entered values', {
  tag: '@long',
}, async ({ page, login }) => {
  await openNewOrder(page, login)
  await choose(page, 'Destination', 'LGB8')
  await measure(page, '2', '300')
  await page.getByRole('button', { name: 'Calculate' }).click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await fillShipper(page, 'Ningbo Sofas')
  await goOn(page, 'SHIPPER INFORMATION')
  await page.getByLabel('Description of goods').fill('Sofas')
  await goOn(page, 'SHIPMENT INFORMATION')
  await expect(page.getByLabel('Amazon Ref ID')).toBeFocused()

  await choose(page, 'Destination', 'CFS Carson')
  await page.getByRole('button', { name: 'Calculate' }).click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('button', { name: /AMAZON/ })).toHaveCount(0)
  const last = page.getByRole('button', { name: /^ADDITIONAL INFORMATION/ })
  await expect(last).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
})

test('the trade terms keep the focus while their origins load', { tag: '@long' }, async ({ page, login }) => {
  await openNewOrder(page, login)
  await page.getByLabel('Pick-Up from Supplier').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Drop-Off by Supplier')).toBeChecked()
  await expect(page.getByLabel('Drop-Off by Supplier')).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Origin depot' })).toHaveValue(/\S/)
})

test('above 16 CBM one click turns the order into a quote request with the same values', { tag: '@long' }, async ({
  page,
  server,
  login,
}) => {
  await openNewOrder(page, login)
  await choose(page, 'Destination', 'LGB8')
  await measure(page, '16.001', '9000')
  await expect(page.getByText('For shipments over 16 cubic meters we recommend requesting a FCL quote')).toBeVisible()
  await page.getByRole('button', { name: 'Calculate' }).click()
  await expect(page.getByRole('region', { name: 'Quote', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Request an FCL quote' }).click()
  await expect(page.getByLabel('Full Container Load')).toBeChecked()
  expect(await labels(page)).toEqual([
    ...['Name', 'Origin port', 'Email', 'Phone', 'Destination'],
    ...['Volume, CBM', 'Weight, KG', 'Message', 'Description of goods'],
  ])
  await expect(page.getByLabel('Volume, CBM')).toHaveValue('16.001')
  await expect(page.getByRole('combobox', { name: 'Destination' })).toHaveValue(/LGB8/)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('This field cannot be empty')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Message' }).fill('One 20 ft container, ready next week')
  await choose(page, 'Origin port', 'Ningbo')
  const mailTo = await page.getByLabel('Email').inputValue()
  await expect(page.getByText(`Mail goes to ${mailTo}`)).toBeVisible()
  const before = (await ordersOf(server)).length
  await page.getByRole('button', { name: 'Send request' }).dblclick()
  await toast(page, 'Quote Request was added successfully')
  await backOnClient(page)
  const orders = await ordersOf(server)
  expect(orders).toHaveLength(before + 1)
  const order = await orderOf(server, orders[0]!.id)
  expect(order).toMatchObject({
    transportationMode: 1,
    shipmentVolume: 16.001,
    estimatedTransportation: null,
    price: null,
  })
  await expect.poll(() => mailsTo(server, order)).toBeGreaterThan(0)
})

test('without a freight rate the manual rate is offered at once and can be booked', { tag: '@long' }, async ({
  page,
  server,
  login,
}) => {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call('value/cartage', {
    method: 'POST',
    token,
    body: { categoryId: 5, name: 'Nowhere Yard', dest: 'NOWHERE' },
  })
  expect(data).toMatchObject({ dest: 'NOWHERE' })
  await openNewOrder(page, login)
  await choose(page, 'Destination', 'Nowhere Yard')
  await measure(page, '1', '200')
  await page.getByRole('button', { name: 'Calculate' }).click()
  await expect(page.getByRole('alert').getByText(/No freight rate for tier \d and destination NOWHERE\./)).toBeVisible()
  // A lane with a rate switches it off; a lane without one switches it on again.
  await choose(page, 'Destination', 'CFS Carson')
  await page.getByRole('button', { name: 'Calculate' }).click()
  await expect(page.getByRole('switch', { name: 'Manual rate' })).not.toBeChecked()
  await choose(page, 'Destination', 'Nowhere Yard')
  await page.getByRole('button', { name: 'Calculate' }).click()
  await page.getByLabel('Manual rate, USD').fill('432.10')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await fillShipper(page, 'Ningbo Yard')
  await goOn(page, 'SHIPPER INFORMATION')
  await page.getByLabel('Description of goods').fill('Bricks')
  await goOn(page, 'SHIPMENT INFORMATION')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await toast(page, 'New order was created')
  const order = await orderOf(server, (await ordersOf(server))[0]!.id)
  expect(order.price).toMatchObject({ calculated: null, booked: 432.1, manual: true })
})

test('an unfinished order survives closing the tab and is offered again', { tag: '@long' }, async ({
  page,
  login,
  context,
  server,
}) => {
  await openNewOrder(page, login, 8)
  await page.getByLabel('Supplier pays all origin fees (FOB)').check()
  await measure(page, '4.25', '900')
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage).some(
          ([key, value]) => key.includes('new-order:8') && value.includes('4.25') && value.includes('900'),
        ),
      ),
    )
    .toBe(true)
  await page.close({ runBeforeUnload: false })

  const next = await context.newPage()
  await next.goto(`${server.url}/new-order/8`)
  await expect(next.getByText('Unfinished order')).toBeVisible()
  expect(await axeProblems(next)).toEqual([])
  await next.getByRole('button', { name: 'Continue' }).click()
  await expect(next.getByLabel('Volume, CBM')).toHaveValue('4.25')
  await expect(next.getByLabel('Supplier pays all origin fees (FOB)')).toBeChecked()
  await expect(next.getByText('Unfinished order')).toHaveCount(0)
})

test('the trade terms determine the origins offered, and the first is selected', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await openNewOrder(page, login)
  await expect(page.getByLabel('Pick-Up from Supplier')).toBeChecked()
  await expect(page.getByRole('complementary', { name: 'Hints' })).toBeVisible()
  const broken = { status: 500, json: { code: 500, message: 'Server error.', data: null } }
  await page.route('**/api/admin/value/origin/**', (route) => route.fulfill(broken))
  await page.getByLabel('Drop-Off by Supplier').check()
  await expect(page.getByRole('alert').filter({ hasText: 'Server error.' })).toBeVisible()
  await page.unroute('**/api/admin/value/origin/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('combobox', { name: 'Origin depot' })).toHaveValue(/\S/)
  for (const terms of ['Drop-Off by Supplier', 'Supplier pays all origin fees (FOB)', 'Other']) {
    await page.getByLabel(terms, { exact: true }).check()
    await expect(page.getByRole('combobox', { name: 'Origin depot' })).toHaveValue(/\S/)
  }
  await page.getByLabel('Pick-Up from Supplier').check()
  await expect(page.getByRole('combobox', { name: 'Pick-up location' })).toHaveValue(/\S/)
})
