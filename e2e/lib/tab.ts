import type { Browser, BrowserContext, Page } from '@playwright/test'
import { leaveApp } from './kept-app.ts'

/** Events of a page that journeys listen to. */
const EVENTS = ['console', 'dialog', 'request', 'requestfailed', 'requestfinished'] as const
const VIEWPORT = { width: 1440, height: 900 }

/** A tab that the journeys of a worker share. */
export interface Tab {
  /**
   * The tab without storage, cookies, routes or listeners of the journey before. Within a file that allows it
   * (`keep`), the app stays loaded and shows the login; otherwise the tab is as in a new browser.
   */
  renew: (file: string, keep: boolean) => Promise<Page>
  close: () => Promise<void>
}

/**
 * A tab for one journey after the other: for a new one the browser starts a process, and loads and compiles
 * the whole app, which takes more time than most journeys.
 */
export function openTab(browser: Browser, baseURL: string): Tab {
  let context: BrowserContext | undefined
  let page: Page | undefined
  let last = ''

  async function renew(file: string, keep: boolean): Promise<Page> {
    context ??= await browser.newContext({ baseURL, viewport: VIEWPORT, locale: 'en-US', reducedMotion: 'reduce' })
    if (!page || page.isClosed()) page = await context.newPage()
    const others = context.pages().filter((each) => each !== page)
    for (const event of EVENTS) page.removeAllListeners(event)
    await Promise.all([
      ...others.map((each) => each.close()),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.clearCookies(),
      context.clearPermissions(),
      context.setOffline(false),
    ])
    const kept = keep && file === last && (await leaveApp(page))
    last = file
    if (!kept) {
      // A file of the same site keeps the browser's process, and runs nothing that could write to the storage
      // again.
      await page.goto('/favicon.svg')
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
    }
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize(VIEWPORT)
    await page.mouse.move(0, 0)
    return page
  }
  return { renew, close: async () => context?.close() }
}
