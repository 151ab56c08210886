import { useEffect, useRef } from 'react'
import { useShortcuts } from './shortcuts.ts'
import { createStore } from './store.ts'

/** What can be done on the page that is shown. */
export interface PageAction {
  label: string
  /** A single key that does it, by `event.key`. */
  keys?: string
  run: () => void
  /** Whether it can be done now; by default it can. */
  can?: () => boolean
  /** A way to move about, which only the list of keys names. */
  move?: true
}

const pages = new Set<{ readonly current: readonly PageAction[] }>()
/** Counts up when a part with actions comes or goes. */
export const pageChanges = createStore(0)

/** What the parts of the page that are on screen offer, the outer ones last. */
export const pageActions = (): PageAction[] => [...pages].flatMap(({ current }) => current)

/** Offers actions in the box and in the list of keys while the component is on screen; their keys work as single-key shortcuts. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    pages.add(latest)
    pageChanges.set(pageChanges.get() + 1)
    return () => {
      pages.delete(latest)
      pageChanges.set(pageChanges.get() + 1)
    }
  }, [])
  useShortcuts(Object.fromEntries(actions.flatMap(({ keys, run }) => (keys ? [[keys, run]] : []))))
}
