import { test as base, expect, type Page } from '@playwright/test'
import { startSmtp } from '#server/test/smtp.ts'
import { copyDemo, removeFolder } from './demo-folder.ts'
import { type Account, accessTo, openAs, type RunningServer, startServer, stopServer } from './server.ts'
import { openTab, type Tab } from './tab.ts'

interface WorkerFixtures {
  server: RunningServer
  tab: Tab
  /** Seconds for which the server holds mails; a file that sets it with `test.use` gets its own server. */
  holdSeconds: number
  /** Seconds for which a run can be undone; a file that sets it gets its own server, too. */
  runHoldSeconds: number
  /** More settings of the server; a file that sets them gets its own server, too. */
  env: Record<string, string>
}
interface TestFixtures {
  /**
   * The journeys of a file go on in the app that the first one loaded: loading it costs as much as a short
   * journey. Off where a journey is about loading.
   */
  keepsApp: boolean
  /** Opens a page of the app as a demo account, without the login screen. */
  login: (page: Page, account?: Account, path?: string) => Promise<void>
}

/**
 * The real built server with the demo data, one per worker; each test in a new tab of a new browser profile.
 */
export const testInNewTab = base.extend<TestFixtures, WorkerFixtures>({
  holdSeconds: [0, { scope: 'worker', option: true }],
  runHoldSeconds: [5, { scope: 'worker', option: true }],
  env: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ holdSeconds, runHoldSeconds, env }, use) => {
      const smtp = await startSmtp()
      const dataDir = await copyDemo()
      const { child, url } = await startServer(dataDir, smtp.url, { holdSeconds, runHoldSeconds, env })
      await use(accessTo(url, smtp))
      await stopServer(child)
      await smtp.stop()
      await removeFolder(dataDir)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  tab: [
    async ({ browser, server }, use) => {
      const tab = openTab(browser, server.url)
      await use(tab)
      await tab.close()
    },
    { scope: 'worker' },
  ],
  keepsApp: [true, { option: true }],
  baseURL: async ({ server }, use) => use(server.url),
  login: async ({ server }, use) => {
    await use((page, account = 'admin', path = '/') => openAs(page, server, account, path))
  },
})

/** Tests in the tab that the tests of a worker share; it keeps nothing of the test before. */
export const test = testInNewTab.extend({
  page: async ({ tab, keepsApp }, use, { file }) => use(await tab.renew(file, keepsApp)),
  context: async ({ page }, use) => use(page.context()),
})

export { expect }

/**
 * Journeys with this tag run with the long tests only: their rule has a quicker test as well, or a sibling
 * that always runs.
 */
const LONG = '@long'

/** Cases of a journey that run with the long tests only. */
export const longIf = (long: boolean) => ({ tag: long ? LONG : [] })

/** The labels of the form on the page, in order. */
export const labels = async (page: Page): Promise<string[]> =>
  (await page.getByRole('form').locator('label').allInnerTexts()).map((text) => text.replace(/\s*\*$/, ''))
