import type { Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

interface Row {
  id: number
  hashSum: string
  customCode: string
}
const rows = (page: Page) => page.locator('tbody tr')
const search = (page: Page) => page.getByLabel('Search by tracking code')
const selected = (page: Page) =>
  search(page).evaluate((field: HTMLInputElement) =>
    field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
  )

test('an order is found by its id and by the last four digits of its code', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: Row[] }>('request/booking/get_all?per_page=60', { token })
  const order = data.items.at(-1)!
  const shown = `${order.hashSum.slice(0, 4)} - ${order.hashSum.slice(4)} - ${order.customCode}`
  await login(page)
  await search(page).pressSequentially(order.customCode)
  await expect(search(page)).toHaveValue(order.customCode)
  await expect(page).toHaveURL(new RegExp(`search=${order.customCode}`))
  await expect(rows(page).filter({ hasText: shown })).toHaveCount(1)
  await search(page).fill(String(order.id))
  await expect(rows(page).filter({ hasText: shown })).toHaveCount(1)
  await search(page).fill('')
  await search(page).pressSequentially('987654321')
  await expect(page.getByText('No order has the ID 987654321.')).toBeVisible()
})

test('the search says what it takes, at once when empty and when a name is typed', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page)
  await expect(rows(page)).toHaveCount(10)
  const hint = page.getByText('A tracking code or its start, the last four digits of a code, or an order ID.')
  await expect(hint).toBeHidden()
  await search(page).focus()
  await expect(hint).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await search(page).pressSequentially('Mari')
  await expect(hint).toBeHidden()
  await search(page).pressSequentially('a')
  await expect(hint).toBeVisible()
  await expect(search(page)).toHaveValue('MARI - ')
  await expect(page.getByText(/No tracking code begins with MARI/)).toBeVisible()
  await expect(page.getByText(/You can search by tracking code/)).toBeVisible()
  await page.goto('/orders?search=Maria')
  await expect(page.getByText('"Maria" is not a tracking code.')).toBeVisible()
})

test('back from an order, a click or the focus selects the old code, and typing replaces it', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: Row[] }>('request/booking/get_all?per_page=12', { token })
  const [other, order] = data.items.slice(-2) as [Row, Row]
  await login(page, 'admin', `/orders?search=${order.hashSum}${order.customCode}`)
  await rows(page).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/orders\/\d+/)
  await page.goBack()
  const code = `${order.hashSum.slice(0, 4)} - ${order.hashSum.slice(4)} - ${order.customCode}`
  await expect(search(page)).toHaveValue(code)
  await search(page).click({ position: { x: 80, y: 15 } })
  expect(await selected(page)).toBe(code)
  // The next click puts the caret.
  await search(page).click({ position: { x: 80, y: 15 } })
  expect(await selected(page)).toBe('')
  await search(page).blur()
  await search(page).focus()
  expect(await selected(page)).toBe(code)
  await page.keyboard.type(`${other.hashSum}${other.customCode}`)
  await expect(rows(page).filter({ hasText: other.customCode })).toHaveCount(1)
})

test('several pasted codes show those orders and name the unknown ones', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: Row[] }>('request/booking/get_all?per_page=10', { token })
  const codes = data.items.slice(0, 3).map(({ hashSum, customCode }) => `${hashSum}${customCode}`)
  await login(page)
  await expect(rows(page)).toHaveCount(10)
  const paste = (text: string) =>
    search(page).evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await paste(`${codes.join('\r\n')}\r\n${codes[0]}\nzzzz - 0000 - 0000`)
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByText('3 of 4 codes found. No order has this code: ZZZZ - 0000 - 0000')).toBeVisible()
  await expect(page).toHaveURL(/codes=/)
  expect(await axeProblems(page)).toEqual([])
  await page.goBack()
  await expect(rows(page)).toHaveCount(10)
  await paste(codes.slice(0, 2).join(', '))
  await expect(page.getByText('2 of 2 codes found')).toBeVisible()
  await paste(Array.from({ length: 201 }, (_, n) => `WXYZ ${1000 + n} 0000`).join('; '))
  await expect(page.getByText('201 codes were pasted. The list shows up to 200 at once.')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
})
