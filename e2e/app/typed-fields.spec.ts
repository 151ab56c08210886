import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { countedHands } from '#e2e/lib/hands.ts'
import { findOrder } from '#e2e/lib/order-data.ts'
import { sailingWithCargo } from '#e2e/lib/sailing-data.ts'
import { visit } from '#e2e/lib/visit.ts'

const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

test('a prefilled select is changed in two actions, type and Enter; a text without a match holds the save', async ({
  page,
  server,
  login,
}) => {
  const { id } = await findOrder(server, ({ bookingConfirmation }) => bookingConfirmation?.portOfLoading === 'CNSHA')
  await login(page, 'admin', `/orders/${id}?tab=shipment&panel=confirmation`)
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  const port = select(page, 'Port of loading')
  await expect(port).toHaveValue(/^CNSHA/)
  const saves: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()))

  const hands = countedHands(page)
  await port.click()
  await hands.type('Ningb')
  await hands.press('Enter')
  await expect(port).toHaveValue(/Ningbo/)
  expect(hands.actions()).toBe(2)
  expect(saves).toEqual([])

  await page.keyboard.type('Ningx')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No port matches "Ningx"')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(port).toHaveValue('Ningx')
  await expect(port).toBeFocused()
  await expect(page.getByText('No port matches "Ningx"')).toBeVisible()
  expect(saves).toEqual([])

  await port.fill('Shangha')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  await expect(port).toHaveValue(/^CNSHA/)
  expect(saves).toEqual([])

  const etd = page.getByRole('textbox', { name: 'Estimated time of departure', exact: true })
  await etd.fill('05.12.2026')
  await page.keyboard.press('Tab')
  await expect(etd).toHaveValue('12/05/2026')
  await expect(page.getByText('Sat', { exact: true }).first()).toBeVisible()
  await etd.fill('13/13/2026')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^This is not a date\. Type it as \d\d\/\d\d\/\d{4}\.$/)).toBeVisible()
  await etd.fill('05.12.2025')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Fri Dec 5 2025 is .* ago\. Is that right\?$/)).toBeVisible()
})

test('the vessel of a sailing, and the places of a new order, take what is typed', async ({ page, server, login }) => {
  await login(page, 'admin', `/sailings/${await sailingWithCargo(server)}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  const vessel = dialog.getByRole('combobox', { name: 'Vessel', exact: true })
  await vessel.click()
  await page.keyboard.type('ever')
  await page.keyboard.press('Enter')
  await expect(vessel).toHaveValue(/^ever ./i)
  await expect(dialog).toBeVisible()
  await page.keyboard.type('zzqx')
  await page.keyboard.press('Escape')
  await expect(vessel).toHaveValue('zzqx')
  await page.keyboard.press('Escape')
  await expect(vessel).toHaveValue(/ever/i)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const { id } = (
    await server.call<{ items: { id: number }[] }>('admin/user?per_page=1', await server.tokenOf('admin'))
  ).data.items[0] ?? { id: 0 }
  await visit(page, `/new-order/${id}`)
  const origin = select(page, 'Pick-up location')
  await expect(origin).not.toHaveValue('')
  await origin.click()
  await page.keyboard.type('ningbo')
  await page.keyboard.press('Enter')
  await expect(origin).toHaveValue(/ningbo/i)
  const destination = select(page, 'Destination')
  await destination.focus()
  await page.keyboard.type('YVR')
  await page.keyboard.press('Enter')
  await expect(destination).toHaveValue(/^YVR/)
})
