import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { asAdmin, findOrder } from '#e2e/lib/order-data.ts'

const ADMIN = 'Ingrid Solheim'

test('a colleague who is mentioned finds the note by the bell, and does what it asks', async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  const order = await findOrder(server, (each) => each.status === 0)
  await call('notifications/read', 'POST', { all: true })

  await login(page, 'manager', `/orders/${order.id}`)
  await page.getByRole('tab', { name: 'Shipment information' }).click()
  await page.getByRole('button', { name: /^Notes/ }).click()
  const field = page.getByRole('textbox', { name: 'New note' })
  await expect(field).toBeFocused()
  await field.pressSequentially('Please call the CFS, @ing')
  await expect(page.getByRole('option', { name: ADMIN, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('today')
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption(ADMIN)
  await page.keyboard.press('ControlOrMeta+Enter')
  const history = page.getByRole('list', { name: 'Events history' })
  const note = history.getByRole('listitem').filter({ hasText: `Please call the CFS, @${ADMIN} today` })
  await expect(note).toContainText('Internal')
  // The newest line is the first.
  await expect(history.getByRole('listitem').first()).toContainText('Please call the CFS')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await expect(page.getByRole('button', { name: /^Notes.*1 to do/ })).toBeVisible()

  await page.setViewportSize({ width: 375, height: 800 })
  await login(page, 'admin', '/orders')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByRole('link')).toHaveCount(await bell.getByRole('listitem').count())
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await bell.getByRole('link', { name: /gave you a task.*unread/ }).click()
  await expect(page).toHaveURL(`/orders/${order.id}`)
  await expect(field).toBeFocused()
  await note.getByRole('checkbox', { name: `For ${ADMIN}` }).click()
  await expect(note.getByRole('checkbox', { name: /^Done by Ingrid Solheim/ })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
