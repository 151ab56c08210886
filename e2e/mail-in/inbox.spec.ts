import type { Page } from '@playwright/test'
import type { PapersOfOrder } from '#contract/papers/papers.ts'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { asAdmin, codeOf, findOrder, pdf, shownCode } from '#e2e/lib/order-data.ts'
import { bringMail } from './raw-mail.ts'

// Long enough to undo on a busy machine, short enough to wait for.
test.use({ holdSeconds: 8 })

const open = ({ state }: PapersOfOrder['items'][number]) => state === 'open' || state === 'requested'
const thread = (page: Page) => page.getByRole('region', { name: 'Thread' })
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first()

test('a mail of a client is filed, answered and undone by keys alone, and stands on its order', async ({
  page,
  login,
  server,
  baseURL = '',
}) => {
  const call = await asAdmin(server)
  const papersOf = (id: number) => call<PapersOfOrder>(`request/booking/${id}/requirements`)
  const order = await findOrder(server, async ({ id, email, status }) => {
    if (status !== 0 || email === '') return false
    return (await papersOf(id)).items.some(open)
  })
  const paper = (await papersOf(order.id)).items.find(open)
  const name = paper?.name ?? ''
  await bringMail(server, baseURL, {
    from: `Anna Lee <${order.email}>`,
    subject: `Papers of ${codeOf(order)}`,
    text: 'Here they are.\r\n\r\nOn Nov 19, 2026, Quayside <a@b.example> wrote:\r\n> Please send them.',
    files: [{ name: `${name}.pdf`, data: pdf('inbox') }],
  })

  await login(page, 'admin', '/inbox?view=all')
  await expect(page.getByRole('list', { name: 'Mails' }).getByText(`Papers of ${codeOf(order)}`)).toBeVisible()
  await page.keyboard.press('j')
  await expect(thread(page).getByText('Here they are.')).toBeVisible()
  await expect(page.getByText('> Please send them.')).toBeHidden()
  await expect(page.getByRole('link', { name: shownCode(order) })).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])

  await expect(page.getByRole('region', { name: 'Open papers' }).getByText(name, { exact: true })).toBeVisible()
  await page.keyboard.press('f')
  await expect(toast(page, `${name}.pdf is now ${name}`)).toBeVisible()
  expect((await papersOf(order.id)).items.find(({ id }) => id === paper?.id)?.state).toBe('received')

  await page.keyboard.press('c')
  await expect(thread(page).getByText('Ingrid Solheim is on it')).toBeVisible()
  await page.keyboard.press('r')
  const reply = page.getByRole('region', { name: 'Reply' })
  await expect(reply.getByLabel('To')).toBeFocused()
  await expect(reply.getByLabel('To')).toHaveValue(order.email)
  const text = reply.frameLocator('iframe').locator('[contenteditable="true"], body').first()
  await text.click()
  await page.keyboard.type('Thank you, we have them.')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await reply.getByRole('button', { name: 'Send' }).click()
  await expect(toast(page, 'The reply will be sent')).toBeVisible()
  await expect(thread(page).getByText('Answered')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(toast(page, 'The reply was taken back. No mail was sent.')).toBeVisible()
  await expect(thread(page).getByText('Open', { exact: true }).first()).toBeVisible()

  await page.keyboard.press('e')
  await expect(thread(page).getByText('Closed').first()).toBeVisible()
  await login(page, 'admin', `/orders/${order.id}`)
  const history = page.getByRole('list', { name: 'Events history' })
  await history.getByRole('link', { name: `Papers of ${codeOf(order)}` }).click()
  await expect(thread(page).getByText('Here they are.')).toBeVisible()
})

test('a stranger on a phone: unmatched, shown in a sandbox, linked with an order by a search', async ({
  page,
  login,
  server,
  baseURL = '',
}) => {
  const order = await findOrder(server, ({ status }) => status === 0)
  const html =
    '<p>Where is it?</p><script>document.title="hacked"</script><img src="https://pixel.example/x.png"><a href="https://evil.example/a">our bank</a>'
  const subject = 'A question without a number'
  await bringMail(server, baseURL, { from: 'Lee <lee@stranger.example>', subject, text: 'Where is it?', html })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.setViewportSize({ width: 375, height: 800 })
  await login(page, 'admin', '/inbox?view=unmatched')
  await page.getByRole('link', { name: new RegExp(subject) }).click()
  await expect(page.getByRole('list', { name: 'Mails', exact: true })).toBeHidden()
  const mail = page.frameLocator('iframe[title]').first()
  await expect(mail.getByText('[evil.example]')).toBeVisible()
  expect(asked.filter((url) => url.includes('pixel.example'))).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Link with an order or a sailing' })
  await dialog.getByLabel('Find').fill(codeOf(order))
  await expect(dialog.getByRole('button', { name: new RegExp(shownCode(order)) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, `Linked with ${shownCode(order)}`)).toBeVisible()
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(page.getByRole('link', { name: shownCode(order) })).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.goBack()
  await expect(thread(page)).toBeVisible()
})
