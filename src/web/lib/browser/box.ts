import { createStore } from './store.ts'

/** Whether the box that finds anything is open. */
export const boxOpened = createStore(false)

export const onMac = /Mac|iP/.test(navigator.platform)

/** Opens the box by Ctrl+K wherever the focus is, or closes it; on a Mac by Cmd+K, as Ctrl+K deletes there. Returns what ends that. */
export function openByKey(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!/^k$/i.test(event.key) || !(onMac ? event.metaKey : event.ctrlKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) boxOpened.set(!boxOpened.get())
  }
  // Before anything that takes the key for itself.
  window.addEventListener('keydown', press, true)
  return () => window.removeEventListener('keydown', press, true)
}
