import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { DocumentExchange, EventEntry, Order } from '#contract/orders/orders.ts'
import { furthestMilestone } from '#contract/orders/progress.ts'
import { nextEvent, nextStep } from '#contract/orders/set-event.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import { axeProblems, axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, labels, longIf, test, testInNewTab } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf, findOrder, pdf, shownCode } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { visit } from '#e2e/lib/visit.ts'

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click()
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
const panel = (order: Order, key: string) => `/orders/${order.id}?tab=shipment&panel=${key}`
const complete = (order: Order) =>
  order.status === 0 &&
  order.companyNameShipper !== '' &&
  order.estimatedTransportation !== null &&
  order.transportationMode === 0

/** Per panel: a field, a refused value with its message, and an accepted value. */
const PANELS = [
  {
    key: 'quote',
    field: 'Volume, CBM',
    wrong: '1.2345',
    message: 'No more than 3 decimals',
    good: '2.125',
    shown: '2.125',
  },
  {
    key: 'contact',
    field: 'Name',
    wrong: 'x'.repeat(51),
    message: 'Name must be no more than 50 characters',
    good: 'Ana Field',
    shown: 'Ana Field',
  },
  {
    key: 'shipment',
    field: 'Shipment purchase reference',
    wrong: 'PO 1',
    message: 'Invalid field. You can only use letter, number and dashes',
    good: 'PO-2026-7',
    shown: 'PO-2026-7',
  },
  {
    key: 'shipper',
    field: 'Email',
    wrong: 'nobody',
    message: 'Please, enter valid email address',
    good: 'lin@supplier.example',
    shown: 'lin@supplier.example',
  },
  {
    key: 'amazon',
    field: 'Amazon Ref ID',
    wrong: 'A_1',
    message: 'Invalid field. You can only use letter, number',
    good: 'AMZ-77',
    shown: 'AMZ-77',
  },
  {
    key: 'request',
    field: 'Additional information',
    wrong: 'x'.repeat(256),
    message: 'Additional information must be no more than 255 characters',
    good: 'Call before delivery.',
    shown: 'Call before delivery.',
  },
] as const

const QUOTE_SUMMARY = [
  'Transportation mode',
  'Shipment trade terms',
  'Origin',
  'Destination',
  'Volume, CBM',
  'Weight, KG',
  'Cargo insurance',
  'Customs brokerage',
  'Shipment value, USD',
  'Transport cost, USD',
  'Notify user',
]

test('every panel can be cancelled, refuses wrong values and saves without a mail', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, (each) => complete(each) && each.amazon)
  await login(page, 'manager', panel(order, 'quote'))
  for (const { key, field, wrong, message, good, shown } of PANELS) {
    await test.step(key, async () => {
      await visit(page, panel(order, key))
      await edit(page)
      if (key === 'quote') expect(await labels(page)).toEqual(QUOTE_SUMMARY)
      const before = await box(page, field).inputValue()
      await box(page, field).fill(wrong)
      await submit(page)
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      await expect(box(page, field)).toBeFocused()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await edit(page)
      await expect(box(page, field)).toHaveValue(before)
      await expect(page.getByText(message, { exact: true })).toHaveCount(0)
      await box(page, field).fill(good)
      await submit(page)
      await expect(messages(page)).toContainText('Shipment information was edited successfully')
      await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
      await expect(page.getByRole('tabpanel').getByText(shown, { exact: true }).last()).toBeVisible()
    })
  }
  const call = await asAdmin(server)
  const saved = await call<Order>(`request/booking/get/${order.id}`)
  expect(saved).toMatchObject({
    yourName: 'Ana Field',
    amazonRefId: 'AMZ-77',
    shipmentVolume: 2.125,
    hashSum: order.hashSum,
  })
  expect(server.smtp.mails.filter(({ mail }) => mail.subject?.includes(codeOf(order)))).toEqual([])
})

test('Notify user names the address before sending; the mail arrives and its state is shown', async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, complete)
  await login(page, 'manager', panel(order, 'contact'))
  await edit(page)
  await box(page, 'Email').fill('new.address@client.example')
  await page.getByLabel('Notify user').check()
  await expect(page.getByText('Mail goes to new.address@client.example, copies to 2')).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await submit(page)
  await expect(messages(page)).toContainText('Shipment information was edited successfully')
  const arrived = await server.mailThat(({ recipients }) => recipients.includes('new.address@client.example'))
  expect(arrived.mail.html).toContain(codeOf(order))
  await expect(page.getByText('Mail to new.address@client.example')).toContainText('Sent', { timeout: 15_000 })

  await page.getByRole('tab', { name: 'Event status' }).click()
  const mails = page.getByRole('button', { name: /^Mails \d/ })
  await expect(mails).toBeVisible()
  // The section is open already if an earlier mail failed.
  if ((await mails.getAttribute('aria-expanded')) === 'false') await mails.click()
  const mail = page.getByRole('list', { name: 'Mails of this order' }).getByRole('listitem').first()
  await expect(mail).toContainText('To new.address@client.example')
  await mail.getByRole('button', { name: /^Show the mail/ }).click()
  await expect(page.getByRole('dialog').frameLocator('iframe').locator('body')).toContainText(codeOf(order))
})

test('a refused mail shows the reason, and Retry sends it', { tag: '@long' }, async ({ page, login, server }) => {
  const order = await findOrder(server, complete)
  const call = await asAdmin(server)
  const address = `refused-${order.id}@client.example`
  server.smtp.refuse(address, 550, 'No such mailbox', 1)
  await call(`request/booking/edit/${order.id}?notify=1`, 'PUT', { email: address })
  await login(page, 'manager', `/orders/${order.id}`)
  const row = page.getByRole('list', { name: 'Mails of this order' }).getByRole('listitem').first()
  await expect
    .poll(
      async () => {
        const { items } = await call<{ items: { deliveries: { state: string }[] }[] }>(
          `admin/mail?order_id=${order.id}`,
        )
        return items[0]?.deliveries[0]?.state
      },
      { timeout: 15_000 },
    )
    .toBe('failed')
  await page.reload()
  await expect(row).toContainText('Failed')
  await expect(row).toContainText('No such mailbox')
  await row.getByRole('button', { name: 'Retry' }).click()
  await server.mailThat(({ recipients }) => recipients.includes(address))
  await expect(row.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 15_000 })
})

test('switching panels keeps the draft and shows a dot; leaving the order asks first', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, complete)
  await login(page, 'manager', panel(order, 'contact'))
  await edit(page)
  await box(page, 'Name').fill('Half typed')
  await page.getByRole('tab', { name: 'SHIPPER' }).click()
  await expect(page.getByRole('tab', { name: /Contact/ }).getByRole('img', { name: 'not saved' })).toBeVisible()
  await page.getByRole('tab', { name: 'Event status' }).click()
  await page.getByRole('tab', { name: 'Shipment information' }).click()
  await page.getByRole('tab', { name: /Contact/ }).click()
  await expect(box(page, 'Name')).toHaveValue('Half typed')
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  await page.getByRole('button', { name: 'stay here' }).click()
  await expect(box(page, 'Name')).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('tabpanel').getByText(order.yourName, { exact: true }).last()).toBeVisible()
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
})

test('two browsers on one order: separate changes are merged, conflicting ones are asked about', async ({
  browser,
  login,
  server,
}) => {
  const order = await findOrder(server, complete)
  const open = async (account: 'admin' | 'manager') => {
    const page = await (await browser.newContext()).newPage()
    await login(page, account, panel(order, 'contact'))
    await edit(page)
    return page
  }
  const [one, two] = [await open('admin'), await open('manager')]
  await box(one, 'Name').fill('Name by one')
  await box(one, 'Company name').fill('Company by one')
  await submit(one)
  await expect(messages(one)).toContainText('Shipment information was edited successfully')

  await box(two, 'Name').fill('Name by two')
  await box(two, 'Company address').fill('Address by two')
  await submit(two)
  const dialog = two.getByRole('dialog', { name: 'Changed by someone else' })
  await expect(dialog).toContainText(/This record was changed by .+ at .+\./)
  await expect(dialog.getByRole('group', { name: 'Name' })).toContainText('Name by one')
  await expect(dialog.getByRole('group', { name: 'Name' })).toContainText('Name by two')
  await expect(dialog.getByRole('group')).toHaveCount(1)
  expect(await axeProblems(two)).toEqual([])

  await dialog.getByRole('button', { name: 'Back to editing' }).click()
  await expect(box(two, 'Name')).toHaveValue('Name by two')
  await submit(two)
  await dialog.getByRole('radio', { name: /Theirs/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(messages(two)).toContainText('Shipment information was edited successfully')
  const call = await asAdmin(server)
  expect(await call<Order>(`request/booking/get/${order.id}`)).toMatchObject({
    yourName: 'Name by one',
    companyName: 'Company by one',
    companyAddress: 'Address by two',
  })
  await one.context().close()
  await two.context().close()
})

test('a saved booking confirmation moves the progress bar; an invalid date sends nothing', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, (each) => each.status === 0 && each.bookingConfirmation === null)
  await login(page, 'manager', panel(order, 'confirmation'))
  await expect(page.getByText('20 days left')).toBeVisible()
  await edit(page)
  await page.getByRole('combobox', { name: 'Port of loading' }).fill('CNNGB')
  await page
    .getByRole('option', { name: /^CNNGB/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Vessel' }).fill('COSCO PRIDE')
  await page.getByRole('option', { name: 'COSCO PRIDE' }).click()
  const day = (days: number) => {
    const iso = new Date(Date.now() + days * 86_400_000).toISOString()
    return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`
  }
  // The dates of one fact stand side by side, and the buttons are in sight.
  for (const fact of ['time of departure', 'time of arrival at port', 'time of arrival at place'])
    expect(await topOf(box(page, `Estimated ${fact}`))).toBe(await topOf(box(page, `Actual ${fact}`)))
  await expect(page.getByRole('button', { name: 'Submit' })).toBeInViewport()
  await box(page, 'Estimated time of departure').fill('02/30/2026')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/confirmation/edit')) sent += 1
  })
  await submit(page)
  await expect(page.getByText('Write a date like 2026-12-01 or 5 Dec 2026')).toBeVisible()
  expect(sent).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await box(page, 'Estimated time of departure').fill(day(-10))
  await box(page, 'Estimated time of arrival at place').fill(day(30))
  await box(page, 'Cargo cut-off').fill(day(-12))
  await page.getByRole('textbox', { name: 'Time' }).nth(1).fill('1730')
  await submit(page)
  await expect(messages(page)).toContainText('Booking Confirmation was edited successfully')
  await expect(page.getByText('30 days left')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('CNNGB — Ningbo')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('COSCO PRIDE')).toBeVisible()
  const saved = (await (await asAdmin(server))<Order>(`request/booking/get/${order.id}`)).bookingConfirmation
  expect(saved).toMatchObject({ portOfLoading: 'CNNGB', vessel: { name: 'COSCO PRIDE' } })
  expect(saved?.estimatedTimeOfDepartureAt).toMatch(/T00:00:00\.000Z$/)
  expect(saved?.cargoCutOffAt).toMatch(/T17:30:00\.000Z$/)

  await edit(page)
  await box(page, 'Vessel voyage').fill('045E')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('045E')).toHaveCount(0)
})

/**
 * Records the type of the last blob the page made a URL for: a browser without a PDF viewer leaves the tab
 * empty.
 */
const recordBlobs = (page: Page) =>
  page.evaluate(() => {
    const make = URL.createObjectURL
    URL.createObjectURL = (blob: Blob) => {
      document.documentElement.dataset.blob = blob.type
      return make(blob)
    }
  })

test('a first document is added under Papers; one sent with an event is listed and downloads byte for byte', async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, (each) => each.status === 0 && each.documentCount === 0)
  const paper = pdf(`Bill of ${codeOf(order)}`)
  await login(page, 'manager', `/orders/${order.id}`)
  // A page in which the mouse was used last shows no tooltip when a script moves the focus.
  await page.reload()
  const tab = page.getByRole('tab', { name: 'Documents Exchange' })
  await expect(tab).toHaveAttribute('aria-disabled', 'true')
  await tab.focus()
  await expect(page.getByRole('tooltip')).toContainText('There are no documents')

  await page.getByRole('button', { name: /^Papers\b/ }).click()
  const papers = page.getByRole('dialog', { name: 'Papers' })
  await papers
    .getByLabel('Documents', { exact: true })
    .and(papers.locator('input'))
    .setInputFiles({ name: 'Packing list.pdf', mimeType: 'application/pdf', buffer: pdf('Packing list') })
  await papers.getByRole('button', { name: 'Add document' }).click()
  await expect(messages(page)).toContainText('Document was added successfully')
  await expect(papers.getByRole('list', { name: "Admin's documents" })).toContainText('Packing list.pdf')
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(papers).toBeHidden()
  await expect(page.getByRole('button', { name: /^Papers\b/ })).toBeFocused()
  await expect(tab).not.toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('link', { name: 'Set next event status' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Bill of lading.pdf', mimeType: 'application/pdf', buffer: paper })
  const toWhom = page.getByText(`Mail goes to ${order.email}`)
  await expect(toWhom).toBeHidden()
  await page.getByLabel('Send mail').selectOption({ index: 1 })
  await expect(toWhom).toBeVisible()
  await page.getByRole('button', { name: 'Set event' }).click()
  await expect(messages(page)).toContainText('New Event status was set successfully')
  await page.getByRole('tab', { name: 'Documents Exchange' }).click()
  await expect(page.getByRole('list', { name: "Admin's documents" })).toContainText('Bill of lading.pdf')
  await recordBlobs(page)
  const openButton = page.getByRole('button', { name: 'Open Bill of lading.pdf in a new tab' })
  const [newTab] = await Promise.all([page.waitForEvent('popup'), openButton.click()])
  await expect(page.locator('html')).toHaveAttribute('data-blob', 'application/pdf')
  await expect.poll(() => newTab.url()).toMatch(/^(?:blob:|about:blank$)/)
  await newTab.close()
  // If the download fails, the toast offers Retry.
  await page.route(/document\/\d+\/download/, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Download Bill of lading.pdf' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('alert', { name: 'Errors' }).getByRole('button', { name: 'Retry' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Bill of lading.pdf')
  expect((await readFile(await download.path())).equals(paper)).toBe(true)

  const group = page.getByRole('button', { name: /^Admin's documents/ })
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('Bill of lading.pdf')).toBeHidden()
})

test('pictures appear beside the list of documents', async ({ page, login, server }) => {
  const call = await asAdmin(server)
  const order = await findOrder(server, async ({ id, documentCount }) => {
    if (documentCount < 3) return false
    const groups = await call<DocumentExchange>(`request/booking/${id}/document_exchange`)
    return Object.values(groups).some((group) => group.some(({ contentType }) => contentType === 'image/jpeg'))
  })
  await login(page, 'manager', `/orders/${order.id}?tab=documents`)
  await page
    .getByRole('button', { name: /^Show .+\.jpg$/ })
    .first()
    .click()
  const picture = page.getByRole('figure').getByRole('img', { name: /\.jpg$/ })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1)
  expect(await axeProblems(page)).toEqual([])
})

test('changing the status asks first; Cancel restores the old status', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, complete)
  await login(page, 'manager', `/orders/${order.id}`)
  const status = page.getByLabel('Status', { exact: true })
  await status.selectOption({ label: 'Completed' })
  const dialog = page.getByRole('dialog', { name: 'Change status' })
  await expect(dialog).toContainText('In progress')
  await expect(dialog.getByLabel('Notify user')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(status).toHaveValue('0')
  await status.selectOption({ label: 'Cancelled' })
  await dialog.getByLabel('Notify user').check()
  // A failed request leaves the dialog open.
  await page.route(/booking\/edit/, (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached')
  await expect(dialog.getByLabel('Notify user')).toBeChecked()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Notify user').uncheck()
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(messages(page)).toContainText('Order status was changed successfully')
  await expect(status).toHaveValue('1')
})

test('Resend request info asks first, sends one mail and counts down a minute', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, complete)
  await login(page, 'manager', `/orders/${order.id}`)
  await page.getByRole('button', { name: 'Resend request info' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend request info' })
  await expect(dialog).toContainText('Attention! Booking request will be sent to the customer again')
  await expect(dialog).toContainText(`Mail goes to ${order.email}`)
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await expect(messages(page)).toContainText('Request info was resent successfully')
  await expect(page.getByRole('button', { name: /^Resend request info \(\d+ s\)$/ })).toBeDisabled()
  const toClient = ({ mail, recipients }: { mail: { subject?: string }; recipients: string[] }) =>
    recipients.includes(order.email) && (mail.subject?.includes(codeOf(order)) ?? false)
  await server.mailThat(toClient)
  expect(server.smtp.mails.filter(toClient)).toHaveLength(1)
})

/** The top of an element in px. */
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
const nextLink = (page: Page) => page.getByRole('link', { name: /^Next: / })

/** Finds an order in progress by the number of rules that its notices name. */
async function noticedOrders(server: RunningServer) {
  const call = await asAdmin(server)
  return async (isWanted: (rules: number, items: number) => boolean, { id, status }: Order) => {
    if (status !== 0) return false
    const items = await call<{ rule: string }[]>(`request/booking/${id}/attention`)
    return isWanted(new Set(items.map(({ rule }) => rule)).size, items.length)
  }
}

const eventsOf = async (server: RunningServer) =>
  (await (await asAdmin(server))<{ items: EventRecord[] }>('request/event/get_all?per_page=1000')).items

/** Orders on a sailing, with a vessel or without, each with one notice that is not snoozed and a next event. */
async function ordersWithOneNotice(server: RunningServer): Promise<Record<'vessel' | 'none', Order>> {
  const noticed = await noticedOrders(server)
  const events = await eventsOf(server)
  const isNamed = (order: Order) => {
    const furthest = furthestMilestone({ ...order, receivedAt: order.sailing?.receivedAt ?? null }, Date.now())
    return nextStep(events, { currentId: order.lastEventId, furthest }) !== null
  }
  const isOne = (order: Order) => isNamed(order) && noticed((_, items) => items === 1, order)
  return {
    vessel: await findOrder(server, (order) => order.sailing !== null && isOne(order)),
    none: await findOrder(
      server,
      (order) => order.sailing === null && !order.bookingConfirmation?.vessel && isOne(order),
    ),
  }
}

test('the history begins in the upper third, and the next event is one click from any tab', async ({
  page,
  login,
  server,
}) => {
  const noticed = await noticedOrders(server)
  const orders = {
    ...(await ordersWithOneNotice(server)),
    'two notices': await findOrder(server, (order) => noticed((rules) => rules === 2, order)),
    // Three rules on one order come by chance of the hour; three items of two rules are always there.
    'more notices': await findOrder(server, (order) => noticed((rules, items) => rules > 1 && items > 2, order)),
  }
  await login(page, 'manager', `/orders/${orders.vessel.id}`)
  for (const [name, order] of Object.entries(orders))
    for (const width of [1440, 1280])
      await test.step(`${name}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await visit(page, `/orders/${order.id}`)
        const first = page.getByRole('list', { name: 'Events history' }).getByRole('listitem').first()
        await expect(first).toBeVisible()
        expect(await topOf(first)).toBeLessThan(340)
        const facts = page.getByRole('region', { name: 'Order at a glance' }).getByRole('term')
        const tops = await facts.evaluateAll((terms) => terms.map((term) => Math.round(term.getBoundingClientRect().y)))
        expect(new Set(tops).size).toBe(1)
      })
  for (const tab of ['events', 'shipment', 'documents']) {
    await visit(page, `/orders/${orders.vessel.id}?tab=${tab}`)
    const named = ((await nextLink(page).textContent()) ?? '').replace('Next: ', '')
    await nextLink(page).click()
    await expect(page.getByLabel('Next event').getByRole('option', { selected: true })).toHaveText(named)
    await page.getByRole('button', { name: 'Exit' }).click()
    await expect(nextLink(page)).toBeFocused()
  }
  // The row with the next event stays in view.
  await visit(page, `/orders/${orders.vessel.id}?tab=shipment`)
  await page.mouse.wheel(0, 2000)
  await expect(nextLink(page)).toBeInViewport()
})

test('the next step passes over a hold, by press and by key; the specified link begins with the next event by id', async ({
  page,
  login,
  server,
}) => {
  const events = await eventsOf(server)
  const order = await findOrder(
    server,
    ({ status, lastEventId }) => status === 0 && nextEvent(events, lastEventId)?.milestone === 'on-hold',
  )
  const furthest = furthestMilestone({ ...order, receivedAt: order.sailing?.receivedAt ?? null }, Date.now())
  const step = nextStep(events, { currentId: order.lastEventId, furthest })?.name ?? ''
  const chosen = page.getByLabel('Next event').getByRole('option', { selected: true })
  await login(page, 'manager', `/orders/${order.id}`)
  await page.getByRole('link', { name: `Next: ${step}` }).click()
  await expect(chosen).toHaveText(step)
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(chosen).toBeHidden()
  await page.keyboard.press('e')
  await expect(chosen).toHaveText(step)
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(chosen).toBeHidden()
  await page.getByRole('link', { name: 'Set next event status' }).click()
  await expect(chosen).toHaveText(nextEvent(events, order.lastEventId)?.name ?? '')
})

test('on a phone the first fact stands high up, and the next event is in reach of the thumb', async ({
  page,
  login,
  server,
}) => {
  const { vessel, none } = await ordersWithOneNotice(server)
  await page.setViewportSize({ width: 375, height: 812 })
  await login(page, 'manager', `/orders/${vessel.id}`)
  for (const order of [vessel, none]) {
    await visit(page, `/orders/${order.id}`)
    const fact = page.getByRole('region', { name: 'Order at a glance' }).getByRole('definition').first()
    await expect(page.getByRole('list', { name: 'Events history' })).toBeVisible()
    expect(await topOf(fact)).toBeLessThan(200)
    const box = await nextLink(page).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.y).toBeGreaterThan(812 - 80)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(812)
    expect(await page.getByText(/^\(0\)$/).count()).toBe(0)
    expect(await axeProblemsInBothThemes(page)).toEqual([])
  }
  // At the end of the page nothing is under the bar.
  await page.mouse.wheel(0, 5000)
  const mails = page.getByRole('button', { name: /^Mails/ })
  await expect(mails).toBeInViewport()
  const end = await mails.boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await nextLink(page).boundingBox())?.y ?? 0)
  await nextLink(page).click()
  await expect(page.getByLabel('Next event')).toBeVisible()
})

test('a notice carries the action that ends it, and one menu has what is seldom needed', async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, async ({ id, status }) => {
    if (status !== 0) return false
    const items = await (await asAdmin(server))<{ rule: string }[]>(`request/booking/${id}/attention`)
    return items.filter(({ rule }) => rule === 'document').length > 1
  })
  await login(page, 'manager', `/orders/${order.id}`)
  const notices = page.getByRole('region', { name: 'Needs attention' })
  const papers = notices.getByRole('listitem').filter({ hasText: 'Document missing' })
  // The most urgent line stands for the others, which are shown on request.
  const others = notices.getByRole('button', { name: /that need attention$/ })
  await expect(notices).toBeVisible()
  if (await others.isVisible()) await others.click()
  await expect(papers).toHaveCount(1)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await papers.getByRole('button', { name: /^(Ask client|Remind): Document missing$/ }).click()
  await expect(page.getByRole('dialog', { name: 'Papers' })).toBeVisible()
  await page.keyboard.press('Escape')
  const more = papers.getByRole('button', { name: /: more$/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Claim' }).click()
  await expect(papers).toContainText('is on it')
  await more.click()
  await page.getByRole('menuitem', { name: 'Snooze' }).click()
  await page
    .getByRole('dialog', { name: /^Snooze/ })
    .getByRole('button', { name: /^Tomorrow/ })
    .click()
  await expect(papers).toContainText('Snoozed until')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Copy tracking code' }).press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codeOf(order))
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Changes' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Changes' })).toBeVisible()
})

test('an unknown order leads to the list', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'manager', '/orders/2147483647')
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('alert')).toContainText('Error')
})

test('an order that fails to load leads back to the previous page', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, complete)
  await login(page, 'manager', `/clients/${order.userId}`)
  await page.route('**/api/request/booking/get/*', (route) =>
    route.request().url().includes('/get/user/') ? route.continue() : route.fulfill({ status: 500, body: '{}' }),
  )
  await page.locator('tbody tr td:first-child a').first().click()
  await expect(page.getByRole('alert')).toContainText('Error')
  await expect(page).toHaveURL(`/clients/${order.userId}`)
})

test('the client’s other orders can be sorted, and a row opens its order', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const order = await findOrder(server, complete)
  await login(page, 'manager', `/orders/${order.id}`)
  await page.getByRole('button', { name: order.companyName }).click()
  const contact = page.getByRole('region', { name: 'Contact' })
  await expect(contact).toContainText(order.email)
  await expect(contact.getByTitle('Copy account email address')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'See all orders' }).click()
  await expect(page).toHaveURL(/contact=true.*quotes=true|quotes=true.*contact=true/)
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText([
    'ID',
    'Date',
    'Shipment number',
    'Supplier',
    'Volume',
    '# FBA',
    'Status',
  ])
  const ids = async () => (await table.locator('tbody tr td:first-child').allInnerTexts()).map(Number)
  await expect.poll(async () => (await ids()).length).toBeGreaterThan(0)
  await table.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
  await expect(table.getByRole('columnheader', { name: 'ID' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=id\.asc/)
  await page.reload()
  await expect(table.getByRole('columnheader', { name: 'ID' })).toHaveAttribute('aria-sort', 'ascending')
  // Rows that are still loading have no number.
  await expect.poll(async () => (await ids())[0] ?? 0).toBeGreaterThan(0)
  expect(await ids()).toEqual((await ids()).toSorted((a, b) => a - b))
  const first = (await ids())[0]
  await table.locator('tbody tr').first().getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/orders/${first}$`))
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the print view is one A4 page, black on white from the ${colorScheme} theme`,
    longIf(colorScheme === 'dark'),
    async ({ page, login, server }) => {
      const order = await findOrder(server, (each) => complete(each) && each.bookingConfirmation !== null)
      await page.emulateMedia({ colorScheme })
      await login(page, 'manager', `/orders/${order.id}`)
      await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(shownCode(order))
      await page.emulateMedia({ media: 'print', colorScheme })
      const sheet = page.getByRole('article', { name: 'Print view' })
      await expect(sheet).toBeVisible()
      for (const part of [order.companyName, order.companyNameShipper, 'Booking confirmation', order.lastEventName])
        await expect(sheet).toContainText(part ?? '')
      await expect(page.getByRole('tab', { name: 'Event status' })).toBeHidden()
      const inks = await sheet.evaluate((element) => [
        getComputedStyle(element).color,
        getComputedStyle(element).backgroundColor,
        getComputedStyle(document.body).backgroundColor,
      ])
      expect(inks).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
      // page.pdf() uses the print view only while no medium is emulated.
      await page.emulateMedia({ media: null, colorScheme })
      const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(printed.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
      // A4 in points.
      expect(printed).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
    },
  )
}

test('the print view lists all events, on as many pages as needed', async ({ page, login, server }) => {
  const order = await findOrder(server, ({ lastEventName }) => lastEventName !== null)
  await page.route(`**/api/request/event/data/${order.id}`, async (route) => {
    const reply = await route.fetch()
    const body: { data: EventEntry[] } = await reply.json()
    const [entry] = body.data
    const data = Array.from({ length: 300 }, (_, at) => ({ ...entry, id: at + 1, comment: `No. ${300 - at}` }))
    await route.fulfill({ response: reply, json: { ...body, data } })
  })
  await login(page, 'manager', `/orders/${order.id}`)
  await expect(page.getByRole('list', { name: 'Events history' })).toContainText('No. 1')
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(printed.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(4)
  await page.emulateMedia({ media: 'print' })
  const rows = page.getByRole('article', { name: 'Print view' }).getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(301)
  await expect(rows.last()).toContainText('No. 1')
})

testInNewTab(
  'the suggested next event follows a colleague’s latest event',
  { tag: '@long' },
  async ({ page, login, server }) => {
    const call = await asAdmin(server)
    const { items: events } = await call<{ items: { id: number }[] }>('request/event/get_all?per_page=1000')
    const after = (id: number | null) => events.filter((event) => event.id > (id ?? 0)).map(({ id }) => id)
    const order = await findOrder(server, ({ status, lastEventId }) => status === 0 && after(lastEventId).length > 1)
    const [eventId, following] = after(order.lastEventId)
    await page.clock.install()
    await login(page, 'manager', `/set-event/${order.id}`)
    await expect(page.getByLabel('Next event')).toHaveValue(String(eventId))
    const date = String(Math.floor(Date.now() / 1000))
    const theirs = { bookingRequestId: order.id, eventId, date, comment: '', emailTemplateId: null, documents: [] }
    await call('request/event/data/add', 'POST', theirs)
    await page.clock.fastForward(11_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByLabel('Next event')).toHaveValue(String(following))
    await page.getByRole('link', { name: 'Back to Orders' }).click()
    await expect(page).toHaveURL('/orders')
  },
)

test('a quote request to Amazon without ids can be completed', { tag: '@long' }, async ({ page, login, server }) => {
  const call = await asAdmin(server)
  const { userId, shipmentDestination: destination } = await findOrder(server, ({ amazon }) => amazon)
  const { items: ports } = await call<{ items: { id: number }[] }>('port?per_page=1')
  const { id } = await call<{ id: number }>('request/quote', 'POST', {
    ...{ userId, destination, origin: ports[0]?.id, volume: 20, weight: 9000, message: 'A whole container' },
    name: 'Quentin Quote',
    email: 'quentin@quote.example',
    phoneNumber: '1604',
  })
  await login(page, 'manager', `/orders/${id}?tab=shipment&panel=quote`)
  await edit(page)
  await expect(box(page, 'Amazon Ref ID')).toHaveCount(0)
  await box(page, 'Transport cost, USD').fill('4200')
  await submit(page)
  await expect(messages(page)).toContainText('Shipment information was edited successfully')
  expect(await call<Order>(`request/booking/get/${id}`)).toMatchObject({ amazon: true, estimatedTransportation: 4200 })
})
