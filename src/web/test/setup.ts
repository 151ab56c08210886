import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { watchedRuns } from '#web/features/runs/shared/watched-runs.ts'
import { otherBuild } from '#web/lib/api/build.ts'
import { connection } from '#web/lib/api/connection.ts'
import { asked } from '#web/lib/api/expiry.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { keepKeysOfInputMethods } from '#web/lib/browser/input-methods.ts'
import type { Store } from '#web/lib/browser/store.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { holdUnreadForms } from '#web/lib/saving/unread-fields.ts'
import { picked, shown } from '#web/model/bulk/picked.ts'
import { people } from '#web/model/live/people.ts'

// The fonts that happy-dom lacks: Mantine's growing text areas listen for their loading.
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() })

// Style sheets have no rules here. Ours are not loaded; Mantine's only have variables and sizes, and working
// through them again for each element after each change took most of the time of a query by role.
Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { configurable: true, get: () => null })

const defaults = queryClient.getDefaultOptions()

/** Returns a function that sets a store back to its value of now. */
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
/**
 * React would have every step awaited that shows a part for the first time; Testing Library's steps are not.
 */
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

// Test files share loaded modules: each test leaves a state like that of a new window.
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
  const said = printed.splice(0).map((words) => words.map(String).join(' '))
  // A summary of failures shows the message, and no difference.
  expect(said, `A component test prints nothing, and not: ${said.join('; ')}`).toEqual([])
})

// As the app does first of all.
afterAll(keepKeysOfInputMethods())
afterAll(holdUnreadForms())

/** Milliseconds that outlast a closing dialog, until it gives the focus back. */
const CLOSED_MS = 25
// The dialog needs the document for that, which goes with the file.
afterAll(() => new Promise((done) => setTimeout(done, CLOSED_MS)))
