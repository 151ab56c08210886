import type { Page } from '@playwright/test'
import type { AttentionItem, AttentionPage } from '#contract/attention/attention.ts'
import type { RuleCode } from '#contract/attention/rules.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { countedHands } from '#e2e/lib/hands.ts'
import { lateSailing, missedSailing } from '#e2e/lib/sailing-data.ts'
import { visit } from '#e2e/lib/visit.ts'

// A separate server: this journey settles items that the queue's journey counts.
test.use({ holdSeconds: 2 })

/** A day months from now, as it is typed and as it is shown. */
const later = (() => {
  const day = new Date(Date.now() + 100 * 86_400_000)
  const inWords = (month: 'short' | '2-digit') =>
    day.toLocaleDateString('en-US', {
      month,
      day: month === 'short' ? 'numeric' : month,
      year: 'numeric',
      timeZone: 'UTC',
    })
  return { typed: inWords('2-digit'), shown: inWords('short').replace(',', '') }
})()
const table = (page: Page) => page.getByRole('table', { name: 'Needs attention' })
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const codeOf = ({ trackingCode }: AttentionItem) => formatTrackingCode(trackingCode ?? '')
const rowOf = (page: Page, item: AttentionItem) =>
  table(page)
    .getByRole('row')
    .filter({ hasText: codeOf(item) })

test('each reason opens what settles it over the queue: a price, dates, documents, notes, a draft', async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const idsOf = async (rule: RuleCode) => {
    const { data } = await server.call<{ items: AttentionItem[] }>(`attention?per_page=100&rule=${rule}`, { token })
    return data.items
  }
  /** Opens the first item of this rule that offers the action, or the first of a group of items. */
  const open = async (rule: RuleCode, action: string) => {
    await visit(page, `/today?owner=all&rule=${rule}&per_page=100`)
    const buttons = table(page).getByRole('button', { name: new RegExp(`^${action}: `) })
    const name = (await buttons.first().getAttribute('aria-label')) ?? ''
    const item = (await idsOf(rule)).find(
      (each) => name.endsWith(codeOf(each)) || name.endsWith(` of ${each.sailing?.reference}`),
    )
    if (!item) throw new Error(`${name} is not in the queue`)
    // Another item may have come before it meanwhile.
    await table(page).getByRole('button', { name, exact: true }).first().click()
    return item
  }
  const gone = (rule: RuleCode, { id }: AttentionItem) =>
    expect.poll(async () => (await idsOf(rule)).map((item) => item.id)).not.toContain(id)
  await lateSailing(server)
  await login(page, 'admin', '/today?owner=all')

  await test.step('a quote without a price gets it', async () => {
    const item = await open('quote-waiting', 'Enter price')
    const dialog = page.getByRole('dialog', { name: `Price of ${codeOf(item)}` })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('This field cannot be empty')
    await dialog.getByLabel('Transport cost, USD').fill('1840.50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(messages(page)).toContainText('The price was saved')
    await expect(rowOf(page, item)).toHaveCount(0)
    await gone('quote-waiting', item)
  })

  await test.step('the dates of a late sailing change for all its orders; half-typed, they are asked about', async () => {
    const item = await open('not-departed', 'Change dates')
    const dialog = page.getByRole('dialog', { name: /^Change dates/ })
    const day = dialog.getByRole('textbox', { name: 'Estimated time of departure', exact: true })
    await day.fill(later.typed)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'stay here' }).click()
    await expect(day).toHaveValue(later.typed)
    await dialog.getByRole('button', { name: /^Change \d+ orders?/ }).click()
    await expect(page.getByText(/^\d+ orders? changed$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await gone('not-departed', item)
    await expect(rowOf(page, item)).toHaveCount(0)
  })

  await test.step('what a client sent is read, and with that opened', async () => {
    const item = await open('client-document', 'Read')
    const drawer = page.getByRole('dialog', { name: `Documents of the client, ${codeOf(item)}` })
    const downloads = drawer.getByRole('button', { name: /^Download/ })
    await expect(downloads.first()).toBeVisible()
    for (const button of await downloads.all()) {
      const download = page.waitForEvent('download')
      await button.click()
      await download
    }
    await gone('client-document', item)
    await page.keyboard.press('Escape')
    await expect(rowOf(page, item)).toHaveCount(0)
  })

  await test.step('a note that is due is marked done', async () => {
    const item = await open('note-due', 'Open notes')
    const drawer = page.getByRole('dialog', { name: /^Notes of/ })
    await drawer.getByRole('checkbox').first().click()
    await gone('note-due', item)
    await page.keyboard.press('Escape')
  })

  await test.step('a draft that a program prepared opens in the drawer of its event', async () => {
    const item = await open('draft-waiting', 'Open draft')
    const drawer = page.getByRole('dialog')
    await expect(drawer).toContainText(codeOf(item))
    await expect(drawer).toContainText(String(item.detail.by))
    await page.keyboard.press('Escape')
  })
})

test('nine orders of a missed cut-off are received in three actions, or asked for in two, from one row', async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const sailingId = await missedSailing(server)
  const group = async () => {
    const { data } = await server.call<AttentionPage>('attention?by=group&rule=cargo-cut-off&per_page=100', { token })
    return data.items.find((row) => row.group?.id === String(sailingId))
  }
  const { reference } = (await server.call<Sailing>(`sailing/${sailingId}`, { token })).data
  await login(page, 'admin', '/today?owner=all&rule=cargo-cut-off')
  const row = table(page).getByRole('row').filter({ hasText: reference })
  await expect(row).toContainText('9 orders not received')
  const head = page.getByRole('columnheader', { name: 'What' })
  expect((await head.boundingBox())?.y).toBeLessThan(220 - 36)

  await test.step('the suppliers are asked: open, confirm', async () => {
    const hands = countedHands(page)
    await hands.click(/^Ask suppliers: 9 orders/)
    const dialog = page.getByRole('dialog', { name: 'Ask suppliers' })
    await expect(dialog.getByRole('button', { name: 'Ask suppliers of 9 orders' })).toBeEnabled()
    expect(await axeProblems(page)).toEqual([])
    await hands.click(/^Ask suppliers of 9 orders$/, dialog)
    await expect(row).toContainText(/Asked 1 minute ago/, { timeout: 60_000 })
    await expect(row.getByRole('button', { name: /^Remind suppliers/ })).toBeVisible()
    expect(hands.actions()).toBe(2)
    await table(page)
      .getByRole('button', { name: `9 orders of ${reference}`, exact: true })
      .click()
    const parts = table(page).getByRole('row').filter({ hasText: reference })
    await expect(parts).toHaveCount(10)
    await expect(parts.nth(9)).toContainText('Asked 1 minute ago by Ingrid Solheim')
    expect(await axeProblems(page)).toEqual([])
    await table(page)
      .getByRole('button', { name: `9 orders of ${reference}`, exact: true })
      .click()
    await expect(parts).toHaveCount(1)
  })

  await test.step('the cargo is received, with its event and its mails: focus, open, confirm', async () => {
    const hands = countedHands(page)
    await row.getByRole('button', { name: `Receive: 9 orders of ${reference}`, exact: true }).focus()
    await hands.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Receive 9 orders' })
    await expect(dialog.getByLabel('Set event')).toBeVisible()
    await hands.click(/^Receive$/, dialog)
    await expect(row).toHaveCount(0, { timeout: 60_000 })
    expect(hands.actions()).toBeLessThanOrEqual(3)
    expect(await group()).toBeUndefined()
  })
})

test('a row is worked by keyboard alone: it is marked, selected, and its order opens', async ({ page, login }) => {
  await login(page, 'admin', '/today?owner=all')
  // The first item of an order; others have no order that could be opened.
  const row = table(page)
    .getByRole('row')
    .filter({ hasText: /[A-Z]{4} - \d{4}/ })
    .first()
  const before = Number(await row.getAttribute('data-index'))
  for (let n = 0; n <= before; n++) await page.keyboard.press('j')
  const colour = () =>
    row
      .getByRole('cell')
      .nth(1)
      .evaluate((cell) => getComputedStyle(cell).backgroundColor)
  await expect(row.locator(':focus')).toHaveCount(1)
  const marked = await colour()
  await page.keyboard.press('j')
  await expect.poll(colour).not.toBe(marked)
  await page.keyboard.press('k')
  await expect.poll(colour).toBe(marked)
  // The ring is whole: nothing cuts it off.
  const offset = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineOffset)
  expect(Number.parseFloat(offset)).toBeLessThan(0)
  await page.keyboard.press('x')
  await expect(page.getByRole('group', { name: 'Selected items' })).toContainText('selected')
  await page.keyboard.press('x')
  await expect(page.getByRole('group', { name: 'Selected items' })).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/orders\/\d+/)
})

test('a manager waives with a reason and takes it back, snoozes to a time of their own, and hands the queue over', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'manager', '/today')
  // The first row with a single item.
  const row = table(page)
    .getByRole('row')
    .filter({ hasText: /[A-Z]{4} - \d{4}/, hasNotText: /\d things/ })
    .first()
  const name = await row.getByRole('button', { name: /: more$/ }).getAttribute('aria-label')
  const more = page.getByRole('button', { name: name ?? '', exact: true })
  const choose = async (action: string) => {
    await more.click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await test.step('waive', async () => {
    await choose('Waive')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Waive' }).click()
    await expect(dialog).toContainText('This field cannot be empty')
    await dialog.getByLabel('Reason').fill('The shipper confirmed by phone')
    await dialog.getByRole('button', { name: 'Waive' }).click()
    await expect(more).toHaveCount(0)
    await messages(page).getByRole('button', { name: 'Undo' }).click()
    await expect(more).toBeVisible()
  })

  await test.step('snooze', async () => {
    await choose('Snooze')
    const dialog = page.getByRole('dialog', { name: 'Snooze' })
    await dialog.getByLabel('Another time', { exact: true }).fill(later.typed)
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
    await expect(messages(page)).toContainText(`Snoozed until ${later.shown}`)
    await expect(more).toHaveCount(0)
    await page.getByRole('button', { name: 'Snoozed', exact: true }).click()
    await expect(table(page)).toContainText(`Snoozed until ${later.shown}`)
    await choose('Wake')
    await expect(more).toHaveCount(0)
    await page.getByRole('button', { name: 'Snoozed', exact: true }).click()
    await expect(more).toBeVisible()
  })

  await test.step('hand over', async () => {
    await page.getByRole('button', { name: 'Hand over' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hand over your queue' })
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(dialog).toContainText('Choose a colleague')
    await dialog.getByLabel('Colleague').selectOption({ index: 1 })
    await dialog.getByLabel('Until', { exact: true }).fill(later.typed)
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    const cover = page.getByRole('region', { name: 'Handed over' })
    await expect(cover).toContainText(`covers your queue until ${later.shown}`)
    await cover.getByRole('button', { name: /^End/ }).click()
    await expect(messages(page)).toContainText('Your queue is no longer covered')
    await expect(cover).toHaveCount(0)
  })
})
