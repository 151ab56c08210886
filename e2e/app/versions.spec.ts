import type { ChildProcess } from 'node:child_process'
import type { Page } from '@playwright/test'
import { BUILD_HEADER } from '#contract/lib/build.ts'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { copyDemo, removeFolder } from '#e2e/lib/demo-folder.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { accessTo, openAs, type RunningServer, startServer, stopServer } from '#e2e/lib/server.ts'
import { watchRequests } from '#e2e/lib/visit.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { type BuiltFolder, copyBuild } from './built-twice.ts'

// These journeys are about loading.
test.use({ keepsApp: false })

const prompt = (page: Page) => page.getByRole('status', { name: 'Version' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const body = (page: Page) => page.frameLocator('.tox-edit-area__iframe').locator('body#hugerte')
const comment = (page: Page) => page.getByLabel('Comment')

test.describe('the server is restarted with a newer build while a page of the old one is open', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  let built: BuiltFolder
  let dataDir: string
  let port: number
  let child: ChildProcess
  let server: RunningServer

  const start = async () => {
    const started = await startServer(dataDir, '', { cwd: built.folder, port })
    child = started.child
    return started.url
  }
  const stop = () => stopServer(child)
  const upgrade = async () => {
    await stop()
    built.buildAgain()
    await start()
  }
  test.beforeAll(async ({ server: { smtp } }) => {
    built = copyBuild()
    dataDir = await copyDemo()
    port = await freePort()
    server = accessTo(await start(), smtp)
  })
  test.afterAll(async () => {
    await stop()
    built.remove()
    await removeFolder(dataDir)
  })

  test('an editor keeps its text when one of its files is gone, and offers it again after the reload', {
    tag: '@long',
  }, async ({ page }) => {
    await openAs(page, server, 'admin', '/create-html-block')
    await title(page).fill('Half don')
    await body(page).click()
    await page.keyboard.type('Typed before the upgrade')
    await upgrade()

    await page.getByText('Source', { exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })).toBeVisible()
    await expect(prompt(page)).toContainText('A new version is available')
    await expect(title(page)).toHaveValue('Half don')
    expect(await axeProblemsInBothThemes(page)).toEqual([])
    await page.getByText('Text', { exact: true }).click()
    await expect(body(page)).toContainText('Typed before the upgrade')

    // Clicks Reload immediately after the last key.
    await title(page).press('End')
    await title(page).press('e')
    await prompt(page).getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('button', { name: 'Restore draft' }).click()
    await expect(title(page)).toHaveValue('Half done')
    await expect(body(page)).toContainText('Typed before the upgrade')
    await page.getByText('Source', { exact: true }).click()
    await expect(page.locator('.cm-content')).toContainText('Typed before the upgrade')
    await expect(prompt(page)).toBeEmpty()
  })

  test('any response brings the prompt; with input that no draft covers, the browser asks before reloading', {
    tag: '@long',
  }, async ({ page }) => {
    await openAs(page, server, 'admin', '/orders/2397')
    await page.getByRole('link', { name: 'Set next event status' }).click()
    await comment(page).fill('No draft of this')
    await upgrade()
    await page.getByRole('button', { name: 'Set event' }).click()
    // The old page works with the new server.
    await expect(page.getByText('New Event status was set successfully')).toBeVisible()
    await expect(prompt(page)).toContainText('A new version is available')

    await page.getByRole('link', { name: 'Set next event status' }).click()
    await comment(page).fill('Nor of this')
    const asked = page.waitForEvent('dialog')
    // The form lies over the header, so the button is pressed by keyboard.
    const pressed = prompt(page).getByRole('button', { name: 'Reload' }).press('Enter')
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await pressed
    await expect(comment(page)).toHaveValue('Nor of this')
  })

  test('a screen whose file is gone opens in the newer build', { tag: '@long' }, async ({ page }) => {
    await openAs(page, server, 'admin', '/clients')
    await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
    await upgrade()
    await page.getByRole('link', { name: 'Blog' }).click()
    await expect(page.getByRole('tab', { name: 'Resources' })).toBeVisible()
    await expect(page).toHaveURL(/\/blog$/)
    await expect(prompt(page)).toBeEmpty()
  })
})

test('a page whose own files are gone says so instead of staying blank', async ({ page, server }) => {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, json: { code: 404 } }))
  await page.goto(`${server.url}/login`)
  await expect(page.getByRole('alert')).toContainText('Quayside could not be loaded')
  await page.unroute('**/assets/*.js')
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test.describe('a page that is newer than its server', () => {
  const OLDER = { [BUILD_HEADER]: '1-0123456789ab', 'x-request-id': 'r' }
  const unknown = [
    [404, 'Not found'],
    [405, 'This call takes GET only'],
  ] as const

  for (const [status, message] of unknown) {
    test(`reports an unknown call (${status}), offers a reload and keeps the input`, { tag: '@long' }, async ({
      page,
      login,
    }) => {
      const settled = watchRequests(page)
      await login(page, 'admin', '/set-event/2395')
      await comment(page).fill('Typed on the newer page')
      // A later response of the real server would take the prompt back.
      await settled()
      await page.route('**/api/request/event/data/add', (route) =>
        route.fulfill({ status, headers: OLDER, json: { code: status, message, data: null } }),
      )
      await page.getByRole('button', { name: 'Set event' }).click()
      await expect(page.getByRole('alert', { name: 'Errors' })).toContainText('The server sent a reply')
      await expect(prompt(page)).toContainText('versions differ')
      await expect(comment(page)).toHaveValue('Typed on the newer page')
      await page.unroute('**/api/request/event/data/add')
      await page.getByRole('button', { name: 'Set event' }).click()
      await expect(page.getByText('New Event status was set successfully')).toBeVisible()
    })
  }

  test('reports a response that lacks a field, wherever it is shown, and recovers with the next one', {
    tag: '@long',
  }, async ({ page, login }) => {
    await page.route('**/api/port/get_all?*', async (route) => {
      const reply = await route.fetch()
      const { data, ...rest } = await reply.json()
      const items = data.items.map(({ code: _code, ...item }: { code: string }) => item)
      await route.fulfill({ headers: { ...reply.headers(), ...OLDER }, json: { ...rest, data: { ...data, items } } })
    })
    await login(page, 'admin', '/ports')
    await expect(page.getByText('The server sent a reply this page does not understand')).toBeVisible()
    await expect(prompt(page)).toContainText('versions differ')
    await expect(page.getByRole('heading', { name: 'Ports' })).toBeVisible()
    expect(await axeProblemsInBothThemes(page)).toEqual([])
    await page.unroute('**/api/port/get_all?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('table', { name: 'Ports' }).getByRole('row').nth(1)).toBeVisible()
  })
})
