import { useEffect, useMemo, useState } from 'react'
import { createStore, type Store, useStore } from '#web/lib/browser/store.ts'

/** Ids of ticked rows, kept outside the list so that a tick renders its own box and no row. */
export type Ticked = Store<ReadonlySet<number>>

/** Ticks an id, or takes the tick back. */
export function toggle(ticked: Ticked, id: number): void {
  const next = new Set(ticked.get())
  if (!next.delete(id)) next.add(id)
  ticked.set(next)
}

/** Ids of ticked rows among those shown, in the order of the rows. */
export const shownTicked = (ticked: ReadonlySet<number>, ids: readonly number[]) => ids.filter((id) => ticked.has(id))

/** Ticks all rows shown, or takes all ticks back if every row is ticked. */
export function toggleAll(ticked: Ticked, ids: readonly number[]): void {
  ticked.set(shownTicked(ticked.get(), ids).length === ids.length ? new Set() : new Set(ids))
}

/** The ticked rows of a list; a row that left the list no longer counts. */
export function useSelection(ids: readonly number[]) {
  const [ticked] = useState<Ticked>(() => createStore<ReadonlySet<number>>(new Set()))
  const all = useStore(ticked)
  const chosen = useMemo(() => shownTicked(all, ids), [all, ids])
  useEffect(() => {
    if (chosen.length < all.size) ticked.set(new Set(chosen))
  }, [ticked, chosen, all])
  return {
    ticked,
    chosen,
    /** Keeps only these ticked: the rows that an action could not do. */
    keep: (rest: readonly number[]) => ticked.set(new Set(rest)),
    toggleAll: () => toggleAll(ticked, ids),
    allOf: ids.length,
  }
}
export type Selection = ReturnType<typeof useSelection>
