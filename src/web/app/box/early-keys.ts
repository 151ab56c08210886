import { boxOpened } from '#web/lib/browser/box.ts'

/** Milliseconds after which a box that has not come up takes no more keys, and the page has them again. */
const MOST_MS = 5000

let typed = ''
let openedAt = 0

/** The text that was typed while the box came up. */
export function takeEarlyKeys(): string {
  const taken = typed
  typed = ''
  openedAt = 0
  return taken
}

/**
 * Keeps a key that was pressed before the field of the box has the focus; one that writes nothing must not
 * act on the page beneath.
 */
function keep(event: KeyboardEvent): void {
  if (openedAt === 0 || performance.now() - openedAt > MOST_MS) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Escape') boxOpened.set(false)
  else if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if (event.key.length === 1) typed += event.key
}

/** Keeps the text typed between the key that opens the box and its field. Returns a function to stop. */
export function keepEarlyKeys(): () => void {
  const begin = () => {
    typed = ''
    openedAt = boxOpened.get() ? performance.now() : 0
  }
  begin()
  const end = boxOpened.subscribe(begin)
  // Capture comes before the shortcuts of the page.
  window.addEventListener('keydown', keep, true)
  return () => {
    end()
    window.removeEventListener('keydown', keep, true)
  }
}
