import { createStore } from './store.ts'

/** True while the box that finds anything is open. */
export const boxOpened = createStore(false)

/** The text that the box begins with when it is opened next. */
export const boxStart = createStore('')
/** Opens the box with a text, to which the person types the rest. */
export function openBox(text: string): void {
  boxStart.set(text)
  boxOpened.set(true)
}

export const onMac = /Mac|iP/.test(navigator.platform)

/**
 * Opens or closes the box by Ctrl+K, wherever the focus is; on a Mac by Cmd+K, as Ctrl+K deletes there.
 * Returns a function that ends this.
 */
export function openByKey(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!/^k$/i.test(event.key) || !(onMac ? event.metaKey : event.ctrlKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) boxOpened.set(!boxOpened.get())
  }
  // Capture comes before anything that takes the key for itself.
  window.addEventListener('keydown', press, true)
  return () => window.removeEventListener('keydown', press, true)
}
