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
  await page.getByRole('button', { name: /^Notes/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Notes' })
  const field = drawer.getByRole('textbox', { name: 'New note' })
  await expect(field).toBeFocused()
  await field.pressSequentially('Please call the CFS, @ing')
  await expect(drawer.getByRole('option', { name: ADMIN, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('today')
  await drawer.getByRole('combobox', { name: 'Assigned to' }).selectOption(ADMIN)
  await page.keyboard.press('ControlOrMeta+Enter')
  const note = drawer.getByRole('listitem').filter({ hasText: `Please call the CFS, @${ADMIN} today` })
  await expect(note).toContainText('Internal')
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('button', { name: /^Notes.*1 to do/ })).toBeFocused()

  await page.setViewportSize({ width: 375, height: 800 })
  await login(page, 'admin', '/orders')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByRole('link')).toHaveCount(await bell.getByRole('listitem').count())
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await bell.getByRole('link', { name: /gave you a task.*unread/ }).click()
  await expect(page).toHaveURL(new RegExp(`/orders/${order.id}\\?notes=true`))
  await note.getByRole('checkbox', { name: `For ${ADMIN}` }).click()
  await expect(note.getByRole('checkbox', { name: /^Done by Ingrid Solheim/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
