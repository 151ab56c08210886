import { createStore } from '#web/lib/browser/store.ts'

/** Whether the sheet of keys is open. */
export const keysShown = createStore(false)
