import type { Page } from '@playwright/test'
import type { PapersOfOrder } from '#contract/papers/papers.ts'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf, findOrder, pdf, shownCode } from '#e2e/lib/order-data.ts'
import { bringMail } from './bring-mail.ts'
import { HOSTILE, hostileMail } from './hostile-mail.ts'
import { rawMail } from './raw-mail.ts'

// Long enough to undo on a busy machine, short enough to wait for.
test.use({ holdSeconds: 8 })

const open = ({ state }: PapersOfOrder['items'][number]) => state === 'open' || state === 'requested'
const thread = (page: Page) => page.getByRole('region', { name: 'Thread', exact: true })
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first()

test('a mail of a client is filed, answered and undone by keys alone, and stands on its order', async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  const papersOf = (id: number) => call<PapersOfOrder>(`request/booking/${id}/requirements`)
  const order = await findOrder(server, async ({ id, email, status }) => {
    if (status !== 0 || email === '') return false
    return (await papersOf(id)).items.some(open)
  })
  const paper = (await papersOf(order.id)).items.find(open)
  const name = paper?.name ?? ''
  const subject = `Papers of ${codeOf(order)}`
  await bringMail(
    server,
    rawMail({
      from: `Anna Lee <${order.email}>`,
      subject,
      text: 'Here they are.\r\n\r\nOn Nov 19, 2026, Quayside <a@b.example> wrote:\r\n> Please send them.',
      files: [{ name: `${name}.pdf`, data: pdf('inbox') }],
    }),
  )

  await login(page, 'admin', '/inbox?view=all')
  await expect(page.getByRole('list', { name: 'Mails' }).getByText(subject)).toBeVisible()
  await page.keyboard.press('j')
  await expect(thread(page).getByText('Here they are.')).toBeVisible()
  await expect(thread(page).getByText('> Please send them.')).toBeHidden()
  await expect(page.getByRole('link', { name: shownCode(order), exact: true })).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])

  await expect(page.getByRole('region', { name: 'Open papers' }).getByText(name, { exact: true })).toBeVisible()
  await page.keyboard.press('f')
  await expect(toast(page, `${name}.pdf is now ${name}`)).toBeVisible()
  expect((await papersOf(order.id)).items.find(({ id }) => id === paper?.id)?.state).toBe('received')

  await page.keyboard.press('c')
  await expect(thread(page).getByText('Ingrid Solheim is on it')).toBeVisible()
  await page.keyboard.press('r')
  const reply = page.getByRole('region', { name: 'Reply' })
  await expect(reply.getByRole('textbox', { name: 'To' })).toBeFocused()
  await expect(reply.getByRole('textbox', { name: 'To' })).toHaveValue(order.email)
  const text = reply.frameLocator('iframe').locator('[contenteditable="true"], body').first()
  await text.click()
  await page.keyboard.type('Thank you, we have them.')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'The reply will be sent')).toBeVisible()
  await expect(thread(page).getByText('Answered')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(toast(page, 'The reply was taken back. No mail was sent.')).toBeVisible()
  await expect(thread(page).getByText('Open', { exact: true }).first()).toBeVisible()
  // What was typed comes back.
  await page.keyboard.press('r')
  await reply.getByRole('button', { name: /^Open: Your draft/ }).click()
  await expect(text).toContainText('Thank you, we have them.')
  await reply.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.keyboard.press('e')
  await expect(thread(page).getByText('Closed').first()).toBeVisible()
  await login(page, 'admin', `/orders/${order.id}`)
  const history = page.getByRole('list', { name: 'Events history' })
  await history.getByRole('link', { name: subject, exact: true }).click()
  await expect(thread(page).getByText('Here they are.')).toBeVisible()
})

test('the HTML of a stranger runs nothing, loads nothing and stays in its frame', async ({ page, login, server }) => {
  const subject = 'A question with tricks'
  await bringMail(server, hostileMail(subject))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.context().on('page', (other) => asked.push(`a window: ${other.url()}`))
  await login(page, 'admin', '/inbox?view=all')
  await page.getByRole('link', { name: new RegExp(subject) }).click()
  const frame = page.locator('iframe[title]').first()
  const mail = page.frameLocator('iframe[title]').first()
  await expect(frame).toHaveAttribute('sandbox', '')
  await expect(mail.getByText('Where is it?')).toBeVisible()
  await expect(mail.locator('script, form, input, iframe, object, embed, base, link, svg, [onload]')).toHaveCount(0)
  const [title, url] = [await page.title(), page.url()]

  await mail.getByText('our bank').click()
  await mail.getByText('more', { exact: true }).click()
  await expect(mail.getByText('[evil.example]')).toBeVisible()
  expect([await page.title(), page.url()]).toEqual([title, url])
  // Only a person's press lets pictures come, and nothing but pictures.
  const pictures = page.getByRole('button', { name: /^Show \d+ pictures? of/ })
  await expect(pictures).toBeVisible()
  expect(asked.filter((each) => HOSTILE.test(each) || each.startsWith('a window'))).toEqual([])
  await pictures.click()
  await expect.poll(() => asked.some((each) => each.includes('evil.example/pixel.png'))).toBe(true)
  expect(asked.filter((each) => HOSTILE.test(each) && !/\.png$/.test(each))).toEqual([])
  expect(await page.title()).toBe(title)
})

test('a stranger on a phone: one part at a time, linked with an order by a search', async ({ page, login, server }) => {
  const order = await findOrder(server, ({ status }) => status === 0)
  const subject = 'A question without a number'
  await bringMail(server, rawMail({ from: 'Lee <lee@stranger.example>', subject, text: 'Where is it?' }))
  await page.setViewportSize({ width: 375, height: 800 })
  await login(page, 'admin', '/inbox?view=unmatched')
  await page.getByRole('link', { name: new RegExp(subject) }).click()
  await expect(page.getByRole('list', { name: 'Mails', exact: true })).toBeHidden()
  await expect(thread(page).getByText('Where is it?')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Link with an order or a sailing' })
  await dialog.getByLabel('Find').fill(codeOf(order))
  await expect(dialog.getByRole('button', { name: new RegExp(shownCode(order)) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, `Linked with ${shownCode(order)}`)).toBeVisible()
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(page.getByRole('link', { name: shownCode(order), exact: true })).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.goBack()
  await expect(thread(page)).toBeVisible()
})
