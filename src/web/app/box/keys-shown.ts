import { createStore } from '#web/lib/browser/store.ts'

/** True while the sheet of keys is open. */
export const keysShown = createStore(false)
