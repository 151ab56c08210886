import type { Page } from '@playwright/test'
import type { KeptQuote, Offer } from '#contract/offers/offers.ts'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

const linkIn = (html = '') => /\/site\/offer\/[A-Za-z0-9_-]{43}/.exec(html)?.[0] ?? ''
const WIDTHS = [375, 1440]

/** A sent offer of a calculated price and a container, with the address of its page, which only its mail has. */
async function sentOffer(server: RunningServer, values: object = {}) {
  const call = await asAdmin(server)
  const { items } = await call<{ items: KeptQuote[] }>('quote?per_page=50')
  const quote = items.find(({ kind, price }) => kind === 'instant' && price !== null)
  const email = `page-${crypto.randomUUID().slice(0, 8)}@prospect.example`
  const options = [
    { mode: 0, quoteId: quote?.id },
    { mode: 1, label: '40 ft high cube container from Yantian to Chicago', price: 4200, days: 29 },
  ]
  const note = 'Customs clearance is included.\nStorage is free for five days.'
  const draft = { name: 'Nina New', company: 'New Ltd.', email, note, options, ...values }
  const { id } = await call<Offer>('offer', 'POST', draft)
  const offer = await call<Offer>(`offer/${id}/send`, 'POST', {})
  const { mail } = await server.mailThat((received) => JSON.stringify(received.mail.to).includes(email))
  const path = linkIn(mail.html)
  const press = async (sent: Record<string, string>) => {
    const reply = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(sent) })
    return reply.status
  }
  return { call, offer, path, press }
}

/** What axe finds at both widths, in light and dark, and whether anything is wider than a phone. */
async function expectFlawless(page: Page, path: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 812 })
    await page.goto(path)
    expect(await axeProblemsInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
}

test('an offer that waits can be read at any width and in both themes, and leads to what is wrong in a form', async ({
  page,
  server,
}) => {
  const { path } = await sentOffer(server)
  await expectFlawless(page, path)
  for (const summary of ['Ask a question', 'Decline']) await page.getByText(summary, { exact: true }).click()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  // By keyboard alone: a name of nothing but spaces is refused at its field, which is on the screen then.
  const second = page.getByRole('region', { name: /^40 ft/ }).getByLabel('Your name')
  await second.fill('   ')
  await second.press('Enter')
  await expect(second).toBeFocused()
  await expect(second).toBeInViewport()
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert')).toHaveText('This field cannot be empty')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
})

test('the pages of an answered, an expired and a withdrawn offer, and of a link that never was, are as easy to read', async ({
  page,
  server,
}) => {
  // Sending makes a PDF, which takes seconds on a busy machine; what is looked at before its end takes longer.
  const soon = new Date(Date.now() + 20_000).toISOString()
  const expiring = await sentOffer(server, { validUntil: soon })
  const [accepted, declined, withdrawn] = [await sentOffer(server), await sentOffer(server), await sentOffer(server)]
  const optionId = String(accepted.offer.options[0]?.id)
  expect(await accepted.press({ action: 'accept', optionId, name: 'Anna' })).toBe(200)
  expect(await declined.press({ action: 'decline', reason: 'timing', note: '' })).toBe(200)
  await withdrawn.call(`offer/${withdrawn.offer.id}/withdraw`, 'POST', {})
  const texts: [string, string | RegExp][] = [
    [accepted.path, /Anna accepted/],
    [declined.path, 'You declined this offer'],
    [withdrawn.path, 'This offer is no longer open'],
    [`/site/offer/${'x'.repeat(43)}`, 'This link does not work'],
  ]
  for (const [path, text] of texts) {
    await expectFlawless(page, path)
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect.poll(async () => (await fetch(server.url + expiring.path)).text()).toContain('This offer has expired')
  await expectFlawless(page, expiring.path)
  await page.getByRole('button', { name: 'Ask for a new price' }).click()
  await expect(page.getByText('We will send you a new price by email')).toBeVisible()
})

test('an offer that is withdrawn while its page is open says so to whoever accepts it', async ({ page, server }) => {
  const { call, offer, path } = await sentOffer(server)
  await page.goto(path)
  await call(`offer/${offer.id}/withdraw`, 'POST', {})
  const first = page.getByRole('region').first()
  await first.getByLabel('Your name').fill('Anna')
  await first.getByRole('button', { name: 'Accept this' }).click()
  await expect(page.getByRole('heading', { name: 'This offer is no longer open' })).toBeVisible()
})
