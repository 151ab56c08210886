import { createStore, useStore } from '#web/lib/browser/store.ts'

/** How long lists mark the record that was added last, ms. */
const MARKED_MS = 60_000

/** Where the pages of a list are cached; the same key names the list. */
interface Listed {
  key: readonly string[]
}

/** The record added last in this tab, by its list and its id. */
const added = createStore<{ list: string; id: number } | null>(null)
let timer: number | undefined

const nameOf = ({ key }: Listed) => key.join('/')

/** Lets every list that shows this record mark its row for a minute. */
export function markAdded(list: Listed, id: number): void {
  window.clearTimeout(timer)
  added.set({ list: nameOf(list), id })
  timer = window.setTimeout(() => added.set(null), MARKED_MS)
}

/** The id of the record just added to a list; null if none was. */
export function useAddedRow(list: Listed | undefined): number | null {
  const row = useStore(added)
  return row && list && row.list === nameOf(list) ? row.id : null
}
