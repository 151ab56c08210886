import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { createStore, useStore } from '#web/lib/browser/store.ts'

const KEY = 'quayside-compact-rows'
const compact = createStore(readStored(KEY) === 'yes')

/** The setting for compact rows (32 px) in all lists, kept in the browser. */
export function useCompactRows() {
  const on = useStore(compact)
  const flip = () => {
    writeStored(KEY, on ? null : 'yes')
    compact.set(!on)
  }
  return { on, flip }
}
