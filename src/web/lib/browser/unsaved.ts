import { useCallback, useEffect, useRef } from 'react'
import { createStore, useStore } from './store.ts'

/** A form's unsaved input. */
interface Unsaved {
  /** Search params (tab, panel) whose change would lose the input too. */
  keys?: readonly string[]
  /** Stores the draft; true if the browser took it. Input without a draft is lost on leaving. */
  keepDraft?: () => boolean
}

/** The question before leaving a page or dialog without a draft. */
export const INPUT_LOST = 'You have unsaved changes. If you leave, you will lose them.'

const entries = new Set<Unsaved>()
const some = createStore(false)
/** Call it after each change of the entries. */
const count = () => some.set(entries.size > 0)
const asked = createStore<((answer: 'leave' | 'stay') => void) | null>(null)

/** True while any form has unsaved input. */
export const hasUnsaved = () => entries.size > 0
/** `hasUnsaved` for a component, which renders when it changes. */
export const useHasUnsaved = () => useStore(some)

interface Place {
  pathname: string
  search: object
}
const param = (place: Place, key: string) => new Map<string, unknown>(Object.entries(place.search)).get(key)

/** True if going from one address to the other would lose input. */
export function wouldLose(current: Place, next: Place): boolean {
  if (!hasUnsaved()) return false
  if (current.pathname !== next.pathname) return true
  return [...entries].some(({ keys = [] }) => keys.some((key) => param(current, key) !== param(next, key)))
}

/** Stores all drafts; true if leaving would lose no input. */
export const keepDrafts = () => [...entries].map(({ keepDraft }) => keepDraft?.() ?? false).every(Boolean)

/** Guards unsaved input: leaving asks first. Call the returned function after a save, before navigating. */
export function useUnsaved(dirty: boolean, more: Unsaved = {}): () => void {
  const entry = useRef<Unsaved>({})
  Object.assign(entry.current, more)
  useEffect(() => {
    const mine = entry.current
    if (dirty) entries.add(mine)
    else entries.delete(mine)
    count()
    return () => {
      entries.delete(mine)
      count()
    }
  }, [dirty])
  return useCallback(() => {
    entries.delete(entry.current)
    count()
  }, [])
}

/** Drops all unsaved input, once the user has chosen to leave. */
export function discardUnsaved(): void {
  entries.clear()
  count()
}

/** The question on screen, as a function that answers it; null for none. */
export const leaveQuestion = asked

/** Asks 'leave' or 'stay here' if there is unsaved input; true to leave. */
export function confirmLeave(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  return new Promise((resolve) => {
    asked.get()?.('stay')
    asked.set((answer) => {
      asked.set(null)
      resolve(answer === 'leave')
    })
  })
}
