import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import type { PapersOfOrder } from '#contract/papers/papers.ts'
import type { EventRecord } from '#contract/reference/events.ts'
import type { MailTemplate } from '#contract/templates/templates.ts'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf, findOrder, pdf } from '#e2e/lib/order-data.ts'
import { openAs, type RunningServer } from '#e2e/lib/server.ts'
import { ensureDovecot, PASSWORD, startDovecot } from '#server/test/dovecot.ts'
import { bounceOf, rawMail } from './raw-mail.ts'

// Passwords of mailboxes need a key.
test.describe.configure({ mode: 'serial' })
test.use({ env: { SECRETS_KEY: '5'.repeat(64) } })

const DESK = 'desk@quayside.example'
/** A mail is on the screens this many milliseconds after it lies in the mailbox, on a busy machine. */
const SOON = 15_000

const isOpen = ({ state }: PapersOfOrder['items'][number]) => state === 'open' || state === 'requested'
const thread = (page: Page) => page.getByRole('region', { name: 'Thread', exact: true })

let missing: string | null
let dovecot: Awaited<ReturnType<typeof startDovecot>>
test.beforeAll(async () => {
  missing = await ensureDovecot()
  if (missing === null) dovecot = await startDovecot()
})
test.afterAll(async () => {
  if (missing === null) await dovecot.remove()
})

/** Sets up the mailbox of the desk on its screen, and tries it. */
async function setUpMailbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add mailbox' }).click()
  const dialog = page.getByRole('dialog')
  const password = dialog.locator('input[autocomplete=new-password]')
  const values = { Name: 'Desk', Address: DESK, Server: '127.0.0.1', Port: String(dovecot.port), Login: DESK }
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: false }).fill(value)
  await password.fill('wrong')
  await dialog.getByLabel('Encrypted (TLS)').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const tryIt = async () => {
    await page.getByRole('button', { name: 'Actions for Desk' }).click()
    await page.getByRole('menuitem', { name: 'Try' }).click()
  }
  await tryIt()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The server refused the login')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Actions for Desk' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await password.fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await tryIt()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('It can be read')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
}

/** Sends the booking confirmation of an order; returns the mail as its client got it. */
async function confirm(server: RunningServer, order: Order) {
  const call = await asAdmin(server)
  const { items: events } = await call<{ items: EventRecord[] }>('request/event/get_all?per_page=1000')
  const { items: templates } = await call<{ items: MailTemplate[] }>('template/email?per_page=1000')
  const template = templates.find(({ title }) => title === 'Booking confirmation')
  const body = {
    ...{ bookingRequestId: order.id, eventId: events[0]?.id, emailTemplateId: template?.id },
    ...{ date: new Date().toISOString(), comment: '', documents: [] },
  }
  await call('request/event/data/add', 'POST', body)
  return server.mailThat(
    ({ mail, recipients }) => recipients.includes(order.email) && !!mail.subject?.includes(codeOf(order)),
  )
}

test('a client answers the confirmation from a phone: the mail has an owner, its files become papers, and the reply is in the thread', async ({
  page,
  login,
  server,
  browser,
}) => {
  test.skip(missing !== null, missing ?? '')
  const call = await asAdmin(server)
  const papersOf = (id: number) => call<PapersOfOrder>(`request/booking/${id}/requirements`)
  const order = await findOrder(server, async ({ id, email, status }) => {
    if (status !== 0 || email === '') return false
    return (await papersOf(id)).items.filter(isOpen).length >= 2
  })
  const papers = (await papersOf(order.id)).items.filter(isOpen).slice(0, 2)
  await login(page, 'admin', '/integrations?tab=mailboxes')
  await setUpMailbox(page)
  const confirmation = await confirm(server, order)
  const { messageId = '', subject = '' } = confirmation.mail
  await dovecot.deliver(order.email, confirmation.raw)

  // One colleague works in the inbox, the other one looks at the order.
  const office = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
  const colleague = await office.newPage()
  await openAs(colleague, server, 'manager', '/inbox?view=new')
  await expect(colleague.getByRole('navigation', { name: 'Views' })).toBeVisible()
  await login(page, 'admin', `/orders/${order.id}`)
  const history = page.getByRole('list', { name: 'Events history' })
  await expect(history).toBeVisible()

  const answerId = `<${Date.now()}@client.example>`
  const answer = rawMail({
    from: `Client <${order.email}>`,
    ...{ subject: `Re: ${subject}`, messageId: answerId, answers: messageId },
    headers: ['X-Mailer: iPhone Mail (21F90)'],
    text: `Here you are.\r\n\r\nSent from my iPhone\r\n\r\n> On Nov 20, 2026, at 9:00, Quayside <${DESK}> wrote:\r\n> \r\n> Your booking is confirmed`,
    files: papers.map(({ name }) => ({ name: `${name}.pdf`, data: pdf(name) })),
  })
  await dovecot.deliver(order.email, answer)
  await dovecot.deliver(DESK, answer)
  await test.step('it stands in the history of the order and in the queue within seconds', async () => {
    await expect(history.getByRole('link', { name: `Re: ${subject}` })).toBeVisible({ timeout: SOON })
    await expect(history.getByText('Here you are.')).toBeVisible()
    const { token } = await server.tokenOf('admin')
    const queue = () =>
      server.call<{ items: { orderId: number }[] }>('attention?rule=client-mail&per_page=100', { token })
    await expect
      .poll(async () => (await queue()).data.items.some(({ orderId }) => orderId === order.id), { timeout: SOON })
      .toBe(true)
  })

  await test.step('one of two colleagues claims it', async () => {
    await colleague.getByRole('button', { name: 'Show 1 new' }).click({ timeout: SOON })
    await colleague.getByRole('link', { name: `Re: ${subject}` }).click()
    await expect(thread(colleague).getByText('Here you are.')).toBeVisible()
    await colleague.keyboard.press('c')
    await expect(colleague.getByText('Claimed for four hours')).toBeVisible()
    await history.getByRole('link', { name: `Re: ${subject}` }).click()
    await expect(thread(page).getByText(/ is on it$/)).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByText(/ is working on this mail\.$/)).toBeVisible()
  })

  await test.step('two keys put the papers onto the checklist', async () => {
    for (const { name } of papers) {
      await expect(colleague.getByRole('button', { name: `File as ${name}: ${name}.pdf` })).toBeVisible()
      await colleague.keyboard.press('f')
      await expect(colleague.getByText(`${name}.pdf is now ${name}`)).toBeVisible()
    }
    const states = (await papersOf(order.id)).items.filter(({ id }) => papers.some((paper) => paper.id === id))
    expect(states.map(({ state }) => state)).toEqual(['received', 'received'])
  })

  await test.step('the reply is in the thread of the client', async () => {
    await colleague.keyboard.press('r')
    const reply = colleague.getByRole('region', { name: 'Reply' })
    await expect(reply.getByRole('textbox', { name: 'To' })).toHaveValue(order.email)
    await reply.frameLocator('iframe').locator('body').click()
    await colleague.keyboard.type('Thank you, both are here.')
    await reply.getByRole('button', { name: 'Send' }).click()
    await expect(colleague.getByText('The reply will be sent')).toBeVisible()
    const sent = await server.mailThat(
      ({ mail, recipients }) => mail.inReplyTo === answerId && recipients.includes(order.email),
    )
    expect(sent.recipients).toEqual([order.email])
    await dovecot.deliver(order.email, sent.raw)
    const headers = await dovecot.admin(
      ...['fetch', '-u', order.email, 'hdr.subject hdr.in-reply-to hdr.references hdr.auto-submitted'],
      ...['header', 'message-id', sent.mail.messageId ?? 'none'],
    )
    expect(headers.replaceAll(/\n\s+/g, ' ').trim().split('\n')).toEqual([
      `hdr.subject: Re: ${subject}`,
      `hdr.in-reply-to: ${answerId}`,
      `hdr.references: ${messageId} ${answerId}`,
      'hdr.auto-submitted:',
    ])
    await expect(thread(page).getByText('Answered')).toBeVisible({ timeout: SOON })
  })
  await office.close()
})

test('a mail that comes back later is told on its order', async ({ page, login, server }) => {
  test.skip(missing !== null, missing ?? '')
  const order = await findOrder(server, ({ email, status }) => status === 0 && email !== '')
  const { mail } = await confirm(server, order)
  await login(page, 'admin', `/orders/${order.id}`)
  await expect(page.getByRole('list', { name: 'Events history' })).toBeVisible()
  await dovecot.deliver(DESK, bounceOf(mail.messageId ?? '', order.email))
  await expect(page.getByRole('list', { name: 'Events history' }).getByText('Not delivered').first()).toBeVisible({
    timeout: SOON,
  })
  await expect(page.getByText(/550 5\.1\.1 User unknown/).first()).toBeVisible()
  await login(page, 'admin', '/inbox?view=ignored')
  await expect(page.getByRole('list', { name: 'Mails' }).getByText('Not delivered').first()).toBeVisible()
})
