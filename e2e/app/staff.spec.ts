import { expect, test } from '#e2e/lib/fixtures.ts'

test('an administrator sees where a colleague is signed in, and ends one session, then all', async ({
  page,
  server,
  login,
}) => {
  const sessions = [await server.tokenOf('manager'), await server.tokenOf('manager')]
  const answers = () =>
    Promise.all(sessions.map(async ({ token }) => (await server.call('user/check_token', { token })).code))
  await login(page, 'admin', '/staff')
  const row = page.getByRole('row', { name: /manager@quayside\.example/ })
  await expect(row).toContainText('Manager')
  await row.getByRole('button', { name: /^Sessions of / }).click()
  const drawer = page.getByRole('dialog', { name: /^Sessions of / })
  const lines = drawer.getByRole('listitem')
  await expect(lines.nth(1)).toBeVisible()
  const before = await lines.count()
  // The latest entry is the first.
  await lines.first().getByRole('button', { name: 'End' }).click()
  await expect(lines).toHaveCount(before - 1)
  expect(await answers()).toEqual([200, 401])
  await drawer.getByRole('button', { name: 'End all' }).click()
  await page
    .getByRole('dialog', { name: /^End all sessions of / })
    .getByRole('button', { name: 'End all' })
    .click()
  await expect(drawer.getByText('is not signed in anywhere.')).toBeVisible()
  expect(await answers()).toEqual([401, 401])
})
