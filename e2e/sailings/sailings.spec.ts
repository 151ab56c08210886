import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatDate, formatWeekday } from '#contract/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { CandidatePage } from '#contract/sailings/loadings.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { dragOnto } from '#e2e/lib/hands.ts'
import { asAdmin, findOrder } from '#e2e/lib/order-data.ts'
import { visit } from '#e2e/lib/visit.ts'

// A server of its own, since it takes nearly all orders that could go; the hold is long enough to undo in on a busy machine.
test.use({ runHoldSeconds: 20 })

const dialog = (page: Page) => page.getByRole('dialog')
const message = (page: Page) => page.getByRole('status', { name: 'Messages' })
const box = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
const tools = (page: Page) => page.getByRole('group', { name: 'Selected orders', exact: true })
const aboard = (page: Page) => page.getByRole('table', { name: /^Orders on S-/ })
const cards = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('meter') })

const DAY_MS = 86_400_000
const today = Math.floor(Date.now() / DAY_MS)
/** 00:00 UTC so many days ahead, counted from the day on which the journey began. */
const ahead = (days: number) => new Date((today + days) * DAY_MS).toISOString()
/** Days of the sailing: more than three months ahead, after all dates of the demo. */
const DAYS = {
  departure: ahead(112),
  arrival: ahead(133),
  /** The arrival five days later. */
  delayed: ahead(138),
}
/** A day as it is typed, mm/dd/yyyy. */
const typed = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`
/** 'Sat Apr 10 → Thu Apr 15 2027'; both years where they differ. */
const fromTo = (from: string, to: string) => {
  const [first, last] = [from, to].map((iso) => `${formatWeekday(iso)} ${formatDate(iso)}`)
  return `${from.slice(0, 4) === to.slice(0, 4) ? first?.slice(0, -5) : first} → ${last}`
}

/** Types into a select of the dialog and takes the first option that fits. */
async function choose(page: Page, label: string, typed: string, option: string | RegExp) {
  const input = dialog(page).getByRole('combobox', { name: label, exact: true })
  await input.click()
  await input.fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

/** Ticks the boxes of orders without the mouse. */
async function tick(page: Page, ...codes: string[]) {
  for (const code of codes) {
    const select = page.getByRole('checkbox', { name: `Select ${formatTrackingCode(code)}`, exact: true })
    await select.focus()
    await page.keyboard.press('Space')
    await expect(select).toBeChecked()
  }
}

/** Saves the dialog, or presses the button of its action. */
const confirm = (page: Page, name = 'Save') => dialog(page).getByRole('button', { name, exact: true }).click()

async function plan(page: Page, { vessel, portOfLoading, portOfDischarge, reference }: Sailing): Promise<number> {
  await page.getByRole('button', { name: 'New sailing' }).click()
  await confirm(page)
  await expect(dialog(page).getByText('This field cannot be empty')).toHaveCount(4)
  await choose(page, 'Vessel', vessel.name, vessel.name)
  await box(page, 'Voyage').fill('88E')
  await choose(page, 'Port of loading', portOfLoading, new RegExp(`^${portOfLoading}`))
  await choose(page, 'Port of discharge', portOfDischarge, new RegExp(`^${portOfDischarge}`))
  await box(page, 'Estimated time of departure').fill(typed(DAYS.departure))
  await box(page, 'Estimated time of arrival at port').fill(typed(ahead(102)))
  await confirm(page)
  await expect(dialog(page)).toContainText('The arrival is before the departure')
  await box(page, 'Estimated time of arrival at port').fill(typed(DAYS.arrival))
  await confirm(page)
  await expect(page).toHaveURL(/\/sailings\/\d+$/)
  // '088E' may be meant as '88E'.
  await expect(page.getByText('The voyage resembles that of')).toContainText(reference)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  return Number(new URL(page.url()).pathname.split('/').pop())
}

async function addContainers(page: Page) {
  await page.getByRole('button', { name: 'Add container' }).click()
  await box(page, 'Container number').fill('TGHU 123456 0')
  await expect(dialog(page)).toContainText('its last digit should be')
  await confirm(page)
  await expect(cards(page).filter({ hasText: 'TGHU1234560' })).toContainText('0 of 68 CBM')
  await page.getByRole('button', { name: 'Add container' }).click()
  await confirm(page)
  await expect(cards(page)).toHaveCount(2)
}

async function load(page: Page, [first, second, third, ...others]: string[]) {
  if (!first || !second || !third) throw new Error('The demo data has too few orders that could go')
  const candidates = page.getByRole('group', { name: 'Selected orders that could go' })
  const container = candidates.getByRole('combobox', { name: 'Container' })
  const card = cards(page).filter({ hasText: 'TGHU1234560' })
  await tick(page, first, second)
  await container.selectOption({ index: 1 })
  await candidates.getByRole('button', { name: 'Load 2 orders' }).press('Enter')
  await expect(message(page)).toContainText('2 orders loaded')
  await expect(card).toContainText('2 orders')
  const rowOf = (code: string) =>
    page
      .getByRole('table', { name: 'Orders that could go' })
      .getByRole('row')
      .filter({ hasText: formatTrackingCode(code) })
  // Rows no longer move once the loaded ones have left.
  await expect(rowOf(second)).toHaveCount(0)
  await dragOnto(page, rowOf(third).locator('[data-handle]'), card)
  // A client may have been told of another voyage, which is asked about.
  const yes = page.getByRole('button', { name: 'Load all the same' })
  await expect(async () => {
    if (await yes.isVisible()) await yes.click()
    await expect(card).toContainText('3 orders', { timeout: 5_000 })
  }).toPass()
  await expect(rowOf(third)).toHaveCount(0)
  await expect(card.getByRole('meter')).toHaveAttribute('aria-valuetext', /of 68 CBM|of 26.500 kg/)
  await tick(page, ...others)
  await container.selectOption({ index: 0 })
  await candidates.getByRole('button', { name: `Load ${others.length} orders` }).click()
  await expect(async () => {
    if (await yes.isVisible()) await yes.click()
    await expect(aboard(page).getByRole('row')).toHaveCount(1 + 3 + others.length, { timeout: 5_000 })
  }).toPass()
}

async function receive(page: Page, code: string) {
  await tick(page, code)
  await tools(page).getByRole('button', { name: 'Receive' }).click()
  const measured = (figure: string) => box(page, `${figure} of ${formatTrackingCode(code)}`)
  await measured('CBM').fill('none')
  await confirm(page, 'Receive')
  await expect(dialog(page)).toContainText('Please enter a number')
  await measured('CBM').fill('19.5')
  await measured('Pieces').fill('12')
  expect(await axeProblems(page)).toEqual([])
  await confirm(page, 'Receive')
  await expect(message(page)).toContainText('1 order received')
  const row = aboard(page)
    .getByRole('row')
    .filter({ hasText: formatTrackingCode(code) })
  await expect(row).toContainText('Measurements differ')
  await expect(row).toContainText('19.5')
}

async function roll(page: Page, code: string, { reference }: Sailing) {
  await tick(page, code)
  await tools(page).getByRole('button', { name: 'Roll' }).click()
  await dialog(page)
    .getByRole('radio', { name: new RegExp(reference) })
    .check()
  await confirm(page, 'Roll')
  await expect(dialog(page)).toContainText('This field cannot be empty')
  await box(page, 'Reason').fill('Missed the cut-off')
  await confirm(page, 'Roll')
  await expect(message(page)).toContainText(`1 order rolled to ${reference}`)
}

/** Refuses to close while cargo is neither received nor rolled; then the rest is received. */
async function close(page: Page, missing: string, orders: number) {
  await page.getByRole('button', { name: 'Close sailing' }).click()
  const open = dialog(page)
    .getByRole('alert')
    .filter({ hasText: `${orders - 1} orders neither received nor rolled` })
  await expect(open.getByRole('link', { name: formatTrackingCode(missing) })).toBeVisible()
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'Mandatory papers' })).toContainText(
    'Commercial invoice',
  )
  await expect(dialog(page).getByRole('button', { name: 'Close sailing' })).toBeDisabled()
  await confirm(page, 'Cancel')
  await tools(page).getByRole('checkbox').check()
  await tools(page).getByRole('button', { name: 'Receive' }).click()
  await confirm(page, 'Receive')
  // One was received before.
  await expect(message(page)).toContainText(`${orders - 1} orders received`)
  await page.getByRole('button', { name: 'Close sailing' }).click()
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'Mandatory papers' })).toContainText(
    'Commercial invoice',
  )
  await confirm(page, 'Close all the same')
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
}

/** Orders that were booked on other dates follow the sailing from here on. */
async function takeOver(page: Page) {
  await tools(page).getByRole('checkbox').check()
  await tools(page).getByRole('button', { name: 'Take over' }).click()
  await confirm(page, 'Take over')
  await expect(message(page)).toContainText(/orders? follows? the sailing/)
  await expect(aboard(page)).not.toContainText('Differs')
}

/** Moves the arrival by five days for all orders but one; if `look`, its mail is looked at. */
async function delay(page: Page, but: string, orders: number, look = false) {
  await page.getByRole('button', { name: 'Change dates' }).click()
  await box(page, 'Estimated time of arrival at port').fill(typed(DAYS.delayed))
  await dialog(page).getByLabel('Send mail').selectOption({ label: 'Departure with ETA' })
  const said = dialog(page).getByRole('status', { name: 'What changes' })
  await expect(said).toContainText(`moves 5 days later (${fromTo(DAYS.arrival, DAYS.delayed)})`)
  if (look) {
    await dialog(page)
      .getByRole('button', { name: `Show the mail of ${formatTrackingCode(but)}` })
      .click()
    await expect(page.frameLocator('iframe[title]').last().locator('body')).toContainText(formatDate(DAYS.delayed))
    await dialog(page).last().getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page).locator('[aria-busy=true]')).toHaveCount(0)
    expect(await axeProblems(page)).toEqual([])
  }
  await dialog(page)
    .getByRole('checkbox', { name: `Change ${formatTrackingCode(but)}` })
    .uncheck()
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^Change ${orders} orders, mail \\d+ clients?$`) })
    .click()
  await expect(dialog(page).getByText(`${orders} orders changed`, { exact: true })).toBeVisible()
}

test('a sailing is filled by keyboard and by drag, received, rolled from and closed; its delay reaches all but one; the rest is paper', async ({
  page,
  login,
  server,
}) => {
  test.slow()
  const call = await asAdmin(server)
  const later = await anotherSailing(call)
  await login(page, 'admin', '/sailings')
  const id = await test.step('plan it', () => plan(page, later))
  const candidates = await candidatesFor(call, id)
  const codes = candidates.map(({ trackingCode }) => trackingCode)
  const [first = '', second = '', third = '', fourth = ''] = codes
  const idOf = (code: string) => candidates.find(({ trackingCode }) => trackingCode === code)?.orderId
  const read = (code: string) => call<Order>(`request/booking/get/${idOf(code)}`)
  const editConfirmation = async (code: string, values: object) => {
    const updatedAt = (await read(code)).bookingConfirmation?.updatedAt ?? null
    await call(`request/booking/${idOf(code)}/confirmation/edit`, 'PUT', { ...values, updatedAt })
  }
  await test.step('add two containers', () => addContainers(page))
  await test.step('load orders', () => load(page, codes))
  // Loading wrote what the sailing says: this client is told of another arrival afterwards.
  await editConfirmation(fourth, { portEstimatedTimeOfArrivalAt: ahead(125) })
  expect(await axeProblems(page)).toEqual([])
  await test.step('receive one with its measures', () => receive(page, first))
  await test.step('roll one', () => roll(page, third, later))
  await expect(aboard(page).getByRole('row')).toHaveCount(1 + codes.length - 1)
  await test.step('close it', () => close(page, second, codes.length - 1))
  await test.step('take over', () => takeOver(page))

  const moved = codes.filter((code) => code !== second && code !== third)
  await editConfirmation(first, { placeEstimatedTimeOfArrivalAt: ahead(135) })
  const etasOf = (all: string[]) =>
    Promise.all(all.map(async (code) => (await read(code)).bookingConfirmation?.portEstimatedTimeOfArrivalAt))

  await test.step('Undo while the mails are held takes dates and mails back', async () => {
    await delay(page, second, moved.length, true)
    expect(new Set(await etasOf(moved))).toEqual(new Set([DAYS.delayed]))
    await dialog(page).getByRole('button', { name: 'Undo' }).click()
    await expect(dialog(page).getByText('Undone', { exact: true })).toBeVisible()
    expect(new Set(await etasOf([second, ...moved]))).toEqual(new Set([DAYS.arrival]))
    expect((await call<Sailing>(`sailing/${id}`)).portEta).toBe(DAYS.arrival)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('again; meanwhile the manifest is printed and saved', async () => {
    await delay(page, second, moved.length)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    const downloads = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Manifest' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await downloads
    const manifest = await readFile(await file.path(), 'utf8')
    expect(file.suggestedFilename()).toMatch(/^Manifest S-\d{4}-\d{4}\.csv$/)
    expect(codes.filter((code) => manifest.includes(code))).toEqual(codes.filter((code) => code !== third))
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('article', { name: 'Print view' })).toContainText(formatTrackingCode(second))
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('the order says so, on its page and to the public; it can take over what differs', async () => {
    await visit(page, `/orders/${idOf(first)}?tab=shipment&panel=confirmation`)
    const link = page.getByRole('link', { name: /^S-\d{4}-\d{4} · .* 88E$/ })
    await expect(link).toBeVisible()
    await expect(page.getByRole('main')).toContainText(formatDate(DAYS.delayed))
    const tracking = await page.context().newPage()
    await tracking.goto(`${server.url}/site/tracking?code=${first}`)
    // The arrival at the place moves by the same days.
    await expect(tracking.getByText(formatDate(ahead(140)), { exact: true })).toBeVisible()
    // The port shows the new day and the one that was published first.
    const said = (iso: string) => formatDate(iso).replace(/ \d+$/, '($&)?')
    await expect(
      tracking.getByRole('list').getByText(new RegExp(`^Expected ${said(DAYS.delayed)}, was ${said(DAYS.arrival)}`)),
    ).toBeVisible()
    await expect(
      tracking.getByText(/It is expected on |confirm the booking|brings the cargo|pick the cargo up/),
    ).toBeVisible()
    await tracking.close()
    await editConfirmation(first, { vesselVoyage: '99W' })
    await page.reload()
    await expect(page.getByRole('row', { name: 'Voyage 99W 88E' })).toBeVisible()
    await page.getByRole('button', { name: 'Take over' }).click()
    await expect(message(page)).toContainText('The booking confirmation now follows S-')
    await expect(page.getByRole('button', { name: 'Take over' })).toHaveCount(0)
    await link.click()
    await expect(page).toHaveURL(`/sailings/${id}`)
  })

  await test.step('a voyage without a sailing changes from the row of its vessel', async () => {
    const order = await findOrder(server, ({ status, sailing }) => status === 0 && !sailing)
    const { name } = later.vessel
    await call(`request/booking/${order.id}/confirmation/edit`, 'PUT', {
      vessel: { id: later.vessel.id },
      vesselVoyage: '77W',
      portActualTimeOfArrivalAt: null,
      portEstimatedTimeOfArrivalAt: ahead(104),
      placeActualTimeOfArrivalAt: null,
    })
    await visit(page, `/vessels?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Change dates' }).click()
    await dialog(page).getByRole('combobox', { name: 'Voyage' }).click()
    await page.getByRole('option', { name: /^77W · 1 order/ }).click()
    await box(page, 'Estimated time of arrival at port').fill(typed(ahead(109)))
    await confirm(page, 'Change 1 order')
    await expect(dialog(page).getByText('1 order changed', { exact: true })).toBeVisible()
  })

  await test.step('exactly the mails that were promised have arrived', async () => {
    const told = () => server.smtp.mails.filter(({ mail }) => String(mail.html).includes(formatDate(DAYS.delayed)))
    // A client with several of the orders has one mail, which names each of them.
    const bare = (text: unknown) => String(text).replaceAll(/[^A-Z0-9]/g, '')
    const addressOf = new Map(await Promise.all(moved.map(async (code) => [code, (await read(code)).email] as const)))
    const isTold = (code: string) =>
      told().some(
        ({ mail, recipients }) =>
          recipients.includes(addressOf.get(code) ?? '') && bare(`${mail.subject} ${mail.html}`).includes(bare(code)),
      )
    await expect.poll(() => moved.filter((code) => !isTold(code)), { timeout: 60_000 }).toEqual([])
    const clients = new Set(addressOf.values())
    const toClients = told().filter(({ recipients }) => recipients.some((address) => clients.has(address)))
    expect(toClients).toHaveLength(clients.size)
    expect(await etasOf([second])).toEqual([DAYS.arrival])
  })
})

/** A planned sailing between the ports between which most open orders go. */
async function anotherSailing(call: Awaited<ReturnType<typeof asAdmin>>): Promise<Sailing> {
  const { items } = await call<{ items: { id: number }[] }>('vessel?per_page=1')
  return call<Sailing>('sailing', 'POST', {
    vesselId: items[0]?.id,
    voyage: '088E',
    portOfLoading: 'CNSHA',
    portOfDischarge: 'USLAX',
    etd: ahead(119),
  })
}

/** The first ten orders for its country that could go, a few fewer if the demo has no more; first those whose confirmation names no other sailing. */
async function candidatesFor(call: Awaited<ReturnType<typeof asAdmin>>, id: number): Promise<CandidatePage['items']> {
  const { items } = await call<CandidatePage>(`sailing/candidates?sailingId=${id}&fits=1`)
  return items.toSorted((one, other) => Number(one.contradicts !== null) - Number(other.contradicts !== null))
}
