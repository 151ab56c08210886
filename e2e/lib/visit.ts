import { expect, type Page, type Request } from '@playwright/test'

interface Router {
  history: { push: (path: string) => void }
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/** Waits until the screen that the app was led to is there. */
export const routerIsIdle = (page: Page, timeout?: number) =>
  page.waitForFunction(
    () => {
      const { state } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
      return state.status === 'idle' && state.resolvedLocation?.href === state.location.href
    },
    undefined,
    timeout === undefined ? {} : { timeout },
  )

/**
 * Leads the open app to a path as a link would: a full load of the page takes four times as long. Resolves
 * when the screen is there. Nothing on the page may be unsaved, and its toasts stay.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router }
    router.history.push(to)
  }, path)
  await routerIsIdle(page)
}

/** Requests that never end or never stop: the stream of changes, and reports of who is where. */
const isLive = (request: Request) => /\/api\/live(\/|$|\?)/.test(request.url())

/**
 * Watches the requests of a page; the answer waits until none is open, and their results are on the screen.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => !isLive(request) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const drawn = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
  return async () => {
    do {
      await expect.poll(() => open.size, { intervals: [20, 50] }).toBe(0)
      await drawn()
    } while (open.size > 0)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
}

const QUIET_MS = 500

/**
 * Loads an address, and waits until nothing was requested for half a second: the stream of changes never lets
 * the network be idle.
 */
export async function gotoQuiet(page: Page, url: string): Promise<void> {
  const open = new Set<Request>()
  let last = Date.now()
  const begin = (request: Request) => !isLive(request) && open.add(request)
  const end = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.goto(url)
  const quiet = () => open.size === 0 && Date.now() - last > QUIET_MS
  await expect.poll(quiet, { intervals: [100], timeout: 30_000 }).toBe(true)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}
