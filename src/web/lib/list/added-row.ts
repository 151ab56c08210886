import { createStore, useStore } from '#web/lib/browser/store.ts'

/** Milliseconds for which lists mark the latest added record. */
const MARKED_MS = 60_000

/** A list, by the key under which its pages are cached. */
interface Listed {
  key: readonly string[]
}

/** The record that was last added in this tab: its list and id. */
const added = createStore<{ list: string; id: number } | null>(null)
let timer: number | undefined

const nameOf = ({ key }: Listed) => key.join('/')

/** Marks a record, for a minute, in every list that shows it. */
export function markAdded(list: Listed, id: number): void {
  window.clearTimeout(timer)
  added.set({ list: nameOf(list), id })
  timer = window.setTimeout(() => added.set(null), MARKED_MS)
}

/** The id of the record that was just added to a list; null for none. */
export function useAddedRow(list: Listed | undefined): number | null {
  const row = useStore(added)
  return row && list && row.list === nameOf(list) ? row.id : null
}
