import type { Page } from '@playwright/test'
import { routerIsIdle } from './visit.ts'

/** A part of React's tree in the page: its props, its first child, and the next child of its parent. */
interface Part {
  memoizedProps: { client?: { clear?: () => void } } | null
  child: Part | null
  sibling: Part | null
}

const isIdleSoon = (page: Page): Promise<boolean> =>
  routerIsIdle(page, 20_000).then(
    () => true,
    () => false,
  )

/**
 * Leads the app that is open in the page to the login as if someone had logged out, forgets what it read from
 * the server and closes its toasts. False if the page does not show the app, or the app does not get there.
 */
export async function leaveApp(page: Page): Promise<boolean> {
  if (!(await page.evaluate(() => '__TSR_ROUTER__' in window))) return false
  // A form that is still being left guards its input: a call without the token would ask to sign in again
  // over the page.
  if (!(await isIdleSoon(page))) return false
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    // The router of the page, as it offers it to its developer tools.
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { history: { push: (path: string, state: undefined, options: { ignoreBlocker: true }) => void } }
    }
    router.history.push('/login', undefined, { ignoreBlocker: true })
  })
  // Leftover work of the journey before may keep the router busy: then the app is loaded again.
  if (!(await isIdleSoon(page))) return false
  if ((await page.getByRole('dialog').count()) > 0) return false
  await page.evaluate(() => {
    // React keeps its tree at the element, under a key with a random end.
    const root = document.getElementById('root') as unknown as Record<
      string,
      { stateNode: { current: Part } } | undefined
    >
    const key = Object.keys(root).find((each) => each.startsWith('__reactContainer')) ?? ''
    const parts = [root[key]?.stateNode.current]
    let clear: (() => void) | undefined
    while (!clear && parts.length > 0) {
      const part = parts.shift()
      const client = part?.memoizedProps?.client
      clear = client?.clear?.bind(client)
      if (part) parts.push(...[part.child, part.sibling].filter((each) => each !== null))
    }
    if (!clear) throw new Error('The app has no cache')
    clear()
    const toasts =
      '[aria-label="Errors"] button[aria-label="Close"], [aria-label="Messages"] button[aria-label="Close"]'
    for (const close of document.querySelectorAll<HTMLButtonElement>(toasts)) close.click()
  })
  return true
}

/**
 * Goes from the login that `leaveApp` left to a path, in a new session; false if the page shows anything
 * else.
 */
export async function enterApp(page: Page, path: string, token: string, userId: number): Promise<boolean> {
  const entered = await page.evaluate(
    ([to, stored, id]) => {
      const { __TSR_ROUTER__: router } = window as unknown as {
        __TSR_ROUTER__?: { history: { push: (path: string) => void } }
      }
      if (!router || location.pathname !== '/login' || localStorage.length > 0) return false
      localStorage.setItem('quayside-user-id', String(id))
      localStorage.setItem('quayside-token', stored)
      router.history.push(to)
      return true
    },
    [path, token, userId] as const,
  )
  if (entered) await routerIsIdle(page)
  return entered
}
