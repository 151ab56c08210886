import type { Locator, Page } from '@playwright/test'
import type { EventEntry, Order } from '#contract/orders/orders.ts'
import { nextEvent } from '#contract/orders/set-event.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf, findOrder, pdf, shownCode } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { watchRequests } from '#e2e/lib/visit.ts'

// The hold is long enough to undo in, and short enough to wait for.
test.use({ holdSeconds: 12 })

interface EventRow {
  id: number
  name: string
  milestone: Milestone | null
  emailTemplate: { id: number; title: string } | null
}

const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Set event/ })
const history = (page: Page) => page.getByRole('list', { name: 'Events history' }).getByRole('listitem')
const ofOrder = (order: Order) => (received: { mail: { subject?: string } }) =>
  received.mail.subject?.includes(codeOf(order)) ?? false
/** The right edge of an element in px. */
const rightOf = async (element: Locator) => {
  const box = await element.boundingBox()
  return box && box.x + box.width
}
/**
 * Text as a mail carries it: one kind of line break, none at the end. Previews show '…' in place of the
 * secret of the client's own link.
 */
const bytes = (html = '') =>
  html
    .replace(/\r\n/g, '\n')
    .replace(/(?<=\/site\/tracking\/personal\/)[\w-]{43}(?=")/g, '…')
    .trimEnd()

/** Takes the suggested mail. A button below it still moves until the form says where the mail goes. */
async function useMail(page: Page, title: string) {
  const settled = watchRequests(page)
  await page.getByRole('button', { name: `Use ${title}` }).click()
  await expect(page.getByText(/^Mail goes to/)).toBeVisible()
  await settled()
}

/** An order whose next event suggests a template, and that event. */
async function orderWithSuggestion(server: RunningServer) {
  const call = await asAdmin(server)
  const { items } = await call<{ items: EventRow[] }>('request/event/get_all?per_page=1000')
  const nextOf = (order: Order) => nextEvent(items, order.lastEventId)
  const isPlain = ({ status, sailing, email }: Order) => status === 0 && sailing === null && email !== ''
  const order = await findOrder(server, (each) => isPlain(each) && !!nextOf(each)?.emailTemplate)
  const next = nextOf(order)
  if (!next?.emailTemplate) throw new Error('No event with a template')
  return { order, next, title: next.emailTemplate.title }
}

/** Drops a file on the focused field, as from the desktop. */
async function dropOnFocused(page: Page, name: string, content: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], fileName, { type: 'application/pdf' }))
      return transfer
    },
    [name, content.toString('latin1')] as const,
  )
  await page.locator('*:focus').dispatchEvent('drop', { dataTransfer: data })
}

test('from the list by keyboard alone: a suggested template and a dropped PDF, and the mail is the preview', async ({
  page,
  login,
  server,
}) => {
  const { order, next, title } = await orderWithSuggestion(server)
  const paper = pdf(`Packing list of ${codeOf(order)}`)
  await login(page, 'manager', '/orders')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), shownCode(order))
  await expect(page.locator('tbody tr').first()).toBeVisible()

  let keys = 0
  const press = async (chord: string) => {
    keys += chord.split('+').length
    await page.keyboard.press(chord)
  }
  await press('/')
  await expect(page.getByLabel('Search by tracking code')).toBeFocused()
  await press('Control+V')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shownCode(order))
  await press('e')
  await expect(page.getByRole('button', { name: `Use ${title}` })).toBeFocused()
  await press('Enter')
  await expect(page.getByLabel('Send mail')).toHaveValue(String(next.emailTemplate?.id))
  await expect(page.getByLabel('Comment')).toBeFocused()

  await dropOnFocused(page, 'packing list.pdf', paper)
  await expect(page.getByLabel('Category of packing list.pdf')).toHaveValue('2')
  const shown = drawer(page).getByRole('region', { name: 'Mail preview' })
  await expect(shown.getByRole('definition').first()).toHaveText(order.email)
  await expect(shown).toContainText('packing list.pdf')
  await expect(shown).toHaveAttribute('aria-busy', 'false')
  // The HTML that the form posts to the frame.
  const composed = await shown.locator('input[name="html"]').last().inputValue()
  const subject = await shown.getByRole('definition').nth(2).textContent()
  expect(await axeProblems(page)).toEqual([])

  await press('Control+Enter')
  await expect(messages(page)).toContainText('New Event status was set successfully')
  expect(keys).toBeLessThanOrEqual(8)
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('link', { name: /^(Next: |Set event$)/ })).toBeFocused()
  await expect(history(page).first()).toContainText('packing list.pdf')
  await expect(history(page).first()).toContainText('Packing list')

  const arrived = await server.mailThat((each) => ofOrder(order)(each) && each.recipients.includes(order.email))
  expect(bytes(arrived.mail.html)).toBe(bytes(composed))
  expect(arrived.mail.subject).toBe(subject)
  // The template may offer a document of its own.
  const attachment = arrived.mail.attachments.find(({ filename }) => filename === 'packing list.pdf')
  expect(Buffer.from(attachment?.content as ArrayBuffer).equals(paper)).toBe(true)
})

test('the preview follows what is typed, and a note says whether the client sees the comment', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const call = await asAdmin(server)
  const { order, next, title } = await orderWithSuggestion(server)
  const { id: templateId } = await call<{ id: number }>('template/email/add', 'POST', {
    title: `Quoting ${order.id}`,
    subject: 'About {{ order.trackingCode }}',
    content: '<p>{{ order.event }}: {{ order.eventComment }}; vessel {{ confirmation.vessel }}</p>',
  })
  await call(`request/booking/${order.id}/confirmation/edit`, 'PUT', { vesselId: null })
  await login(page, 'manager', `/set-event/${order.id}`)
  const shown = page.getByRole('region', { name: 'Mail preview' })
  await expect(shown).toContainText('Choose a template')
  await page.getByLabel('Send mail').selectOption(String(templateId))
  await expect(shown.frameLocator('iframe').last().locator('body')).toContainText(`${next.name}: `)
  await expect(page.getByText('The client will see this comment')).toBeVisible()
  await page.getByLabel('Comment').fill('Gate closes at five')
  await expect(shown.frameLocator('iframe').last().locator('body')).toContainText('Gate closes at five')
  await expect(shown.getByRole('status', { name: 'Warnings about the mail' })).toContainText('is empty in this order.')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Quoting ${order.id}` })
  await expect(dialog.frameLocator('iframe').locator('body')).toContainText('Gate closes at five')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Send mail').selectOption({ label: title })
  await expect(shown.frameLocator('iframe').last().locator('body')).not.toContainText('vessel')
})

test('undo within the hold reverts everything, and no mail is sent', async ({ page, login, server }) => {
  const call = await asAdmin(server)
  const { order, next, title } = await orderWithSuggestion(server)
  const later = await orderWithSuggestion(server)
  const entries = () => call<EventEntry[]>(`request/event/data/${order.id}`)
  const before = await entries()
  await login(page, 'manager', `/orders/${order.id}`)
  await page.getByRole('link', { name: 'Set next event status' }).click()
  await useMail(page, title)
  await page.getByLabel('Comment').fill('By mistake')
  await page.getByRole('button', { name: 'Set event' }).click()
  await expect(history(page).first()).toContainText('By mistake')
  await expect(history(page).first().getByRole('button', { name: 'Cancel mail' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(messages(page)).toContainText(`${next.name} was undone. No mail was sent.`)
  await expect(page.getByText('By mistake')).toHaveCount(0)
  expect(await entries()).toEqual(before)
  expect(await call<Order>(`request/booking/get/${order.id}`)).toMatchObject({ lastEventId: order.lastEventId })

  // A mail that is due later arrives: the undone one would have come before it.
  await login(page, 'manager', `/set-event/${later.order.id}`)
  await useMail(page, later.title)
  await page.getByRole('button', { name: 'Set event' }).click()
  await server.mailThat((each) => ofOrder(later.order)(each) && each.recipients.includes(later.order.email))
  expect(server.smtp.mails.filter(ofOrder(order))).toEqual([])
  // The time for undoing this one is over.
  const [sent] = await call<EventEntry[]>(`request/event/data/${later.order.id}`)
  const { token } = await server.tokenOf('admin')
  const refused = await server.call(`request/event/entry/${sent?.id}/undo`, { method: 'POST', token })
  expect(refused).toMatchObject({ code: 409, message: expect.stringMatching(/^The mail has left at \d\d?:\d\d\.$/) })
})

test('a second tab is told about the first one’s event, and may set its own anyway', async ({
  page,
  login,
  server,
}) => {
  const { order, next } = await orderWithSuggestion(server)
  // The tabs share a stream of changes. A tab that hears of the first one's event would suggest the one after
  // it.
  const second = await page.context().newPage()
  for (const tab of [page, second]) await tab.route('**/api/live', (route) => route.abort())
  await login(page, 'manager', `/orders/${order.id}`)
  await second.goto(`${server.url}/set-event/${order.id}`)
  await expect(second.getByLabel('Next event')).toHaveValue(String(next.id))
  await page.getByRole('link', { name: 'Set next event status' }).click()
  await page.getByRole('button', { name: 'Set event' }).click()
  await expect(messages(page)).toContainText('New Event status was set successfully')

  await second.getByLabel('Comment').fill('From the second tab')
  await second.getByRole('button', { name: 'Set event' }).click()
  const question = second.getByRole('alert').filter({ hasText: 'This order has changed since you opened it' })
  await expect(question).toContainText(new RegExp(`set ${next.name} at \\d\\d?:\\d\\d`))
  await expect(question).toContainText(`${next.name} is already the current event`)
  expect(await axeProblems(second)).toEqual([])
  const again = question.getByRole('button', { name: 'anyway' })
  await expect(again).toBeFocused()
  await second.keyboard.press('Enter')
  await expect(second).toHaveURL(`/orders/${order.id}`)
  await expect(history(second).first()).toContainText('From the second tab')
  await expect(history(second).nth(1)).toContainText(next.name)
})

test('over the list: the row’s event, then Next for the row below', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  const { items } = await call<{ items: Order[] }>('request/booking/get_all?per_page=10')
  const [first, below] = items.slice(3)
  if (!first || !below) throw new Error('Too few orders')
  await login(page, 'manager', '/orders')
  const banner = await rightOf(page.getByRole('banner'))
  await page.getByRole('link', { name: String(first.id), exact: true }).focus()
  await page.keyboard.press('e')
  await expect(drawer(page)).toContainText(shownCode(first))
  await expect(page).toHaveURL(`/set-event/${first.id}`)
  // The drawer reaches to the edge, over the place of the scroll bar; the page beneath stays where it is.
  await expect.poll(() => rightOf(drawer(page))).toBe(1440)
  expect(await rightOf(page.getByRole('banner'))).toBe(banner)
  await page.getByLabel('Comment').fill('From the list')
  await page.keyboard.press('Control+Enter')
  await expect(messages(page)).toContainText('New Event status was set successfully')
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('link', { name: String(first.id), exact: true })).toBeFocused()
  await messages(page).getByRole('button', { name: 'Next' }).click()
  await expect(drawer(page)).toContainText(shownCode(below))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/orders')
  await expect(drawer(page)).toBeHidden()
  // A copied link or a reload opens the screen itself.
  await page.getByRole('link', { name: String(below.id), exact: true }).hover()
  await page.getByRole('link', { name: `Set event for ${shownCode(below)}` }).click()
  await expect(drawer(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Set next event status')
  await expect(drawer(page)).toBeHidden()
})

test('an entry is corrected, then withdrawn, and the history says so', async ({ page, login, server }) => {
  const { order, next, title } = await orderWithSuggestion(server)
  await login(page, 'manager', `/set-event/${order.id}`)
  await useMail(page, title)
  await page.getByLabel('Comment').fill('Pier 4')
  await page.getByRole('button', { name: 'Set event' }).click()
  const newest = history(page).first()
  const cancel = newest.getByRole('button', { name: 'Cancel mail' })
  await cancel.click()
  await page.keyboard.press('Escape')
  await expect(cancel).toBeFocused()
  await cancel.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel mail' }).click()
  await expect(messages(page)).toContainText('The mail was cancelled')
  await expect(newest.getByText('Cancelled', { exact: true })).toBeVisible()

  const change = newest.getByRole('button', { name: `Change ${next.name}` })
  await change.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Comment').fill('Pier 5')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(newest).toContainText('Pier 5')
  await expect(newest).toContainText(/edited by .+ at \w{3} \d/)

  await change.click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Reason').fill('Wrong order')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(newest.getByRole('deletion')).toHaveText(next.name)
  await expect(newest).toContainText(/Withdrawn by .+: Wrong order/)
  await expect(newest.getByRole('button', { name: `Change ${next.name}` })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Current event' })).toContainText(order.lastEventName ?? 'No event yet')
})
