import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { watchedRuns } from '#web/features/runs/shared/watched-runs.ts'
import { otherBuild } from '#web/lib/api/build.ts'
import { connection } from '#web/lib/api/connection.ts'
import { asked } from '#web/lib/api/expiry.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import type { Store } from '#web/lib/browser/store.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { picked, shown } from '#web/model/bulk/picked.ts'
import { people } from '#web/model/live/people.ts'

// What happy-dom lacks: Mantine's auto-sizing text areas listen for fonts to finish loading.
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() })

// Our style sheets are not loaded here. Mantine's own only has variables and sizes, and to work it through again for each
// element after each change took most of the time of a query by role.
Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { configurable: true, get: () => null })

const defaults = queryClient.getDefaultOptions()

/** Puts a store back to the value that it has now. */
function backToNow<T>(store: Store<T>): () => void {
  const value = store.get()
  return () => store.set(value)
}
const stores = [
  backToNow(toasts),
  backToNow(picked),
  backToNow(shown),
  backToNow(watchedRuns),
  backToNow(people),
  backToNow(connection),
  backToNow(otherBuild),
  backToNow(asked),
]

/** What a test printed: warnings of React, replies that the product could not read. */
const printed: unknown[][] = []
/** React would have every step awaited that shows a part for the first time; Testing Library's steps are not. */
const SUSPENDED = /^A component suspended inside an `act` scope/

beforeEach(() => {
  // A second, the default, is too short beside other work; what is there is seen at once.
  configure({ asyncUtilTimeout: 30_000, defaultHidden: false })
  // Calls that a test does not answer are never answered.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  for (const method of ['error', 'warn', 'info', 'log'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...said) => void (SUSPENDED.test(String(said[0])) || printed.push(said)),
    )
})

// Test files share loaded modules: each test leaves to the next what it would find in a new window.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
  queryClient.setDefaultOptions(defaults)
  for (const restore of stores) restore()
  localStorage.clear()
  sessionStorage.clear()
  expect(printed.splice(0), 'A component test prints nothing').toEqual([])
})

/** Longer than what a dialog that closes takes to give the focus back, ms. */
const CLOSED_MS = 25
// That needs the document, which goes with the file.
afterAll(() => new Promise((done) => setTimeout(done, CLOSED_MS)))
