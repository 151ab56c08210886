import { useLayoutEffect, useMemo, useRef } from 'react'

/** The focused element; for an item of a menu, which closes by itself, the button of that menu. */
function focused(): Element | null {
  const { activeElement } = document
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (menu && document.getElementById(menu)) || activeElement
}

/** The element that was focused last: a browser does not say where the focus was lost. */
let last: Element | null = null
document.addEventListener('focusin', () => {
  last = document.activeElement
})
/** The disabled button that shows its progress: it has lost the focus when the server's question opens. */
const lostByProgress = () => (last?.isConnected && last.matches(':disabled') ? last : null)

const isLost = () => document.activeElement === null || document.activeElement === document.body

/** Openers of the dialogs that elements were in: a dialog that followed gives the focus back to them. */
const openers = new WeakMap<Element, Element>()
/** The element pressed in the dialog before, gone or going: a dialog that follows knows nothing else. */
const pressedBefore = () => (last && !last.isConnected && openers.has(last) ? last : null)

/** True if the element took the focus; one that is gone, hidden or disabled does not. */
function takes(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element === document.body || !element.isConnected) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** The opener of a dialog and, if that went with its own dialog, the opener of that, a few levels deep. */
function* chainOf(opener: Element | null): Generator<Element> {
  const MOST = 5
  for (let each = opener, n = 0; each && n < MOST; each = openers.get(each) ?? null, n++) yield each
}

/** Dialogs that are still open, the last one first, then the page. */
const beneath = (closing: Element | null) =>
  [...document.querySelectorAll('[role="dialog"], main')].reverse().filter((each) => !each.contains(closing))

/**
 * Gives the focus to the dialog beneath or the page if this element goes while it has it: a row goes a moment
 * after the dialog that settled it, and a browser does not say so.
 */
function handOn(element: Element): void {
  const changed = new MutationObserver(() => {
    if (document.activeElement === element) return
    changed.disconnect()
    if (!element.isConnected && isLost()) beneath(null).some(takes)
  })
  changed.observe(document.body, { childList: true, subtree: true })
}

/** Milliseconds that Mantine waits too, for code that closed the dialog and means to move the focus. */
const SETTLED_MS = 10
/** Frames to wait for a Save button that asked something and can be pressed again: half a second. */
const MOST_FRAMES = 30

function giveBack(opener: Element | null, closing: Element | null, frames = MOST_FRAMES): void {
  if (!isLost() && document.activeElement !== closing) return
  const taker = [...chainOf(opener)].find(takes)
  if (taker) {
    handOn(taker)
    return
  }
  const waits = opener?.isConnected && opener.matches(':disabled') && frames > 0
  if (waits) window.requestAnimationFrame(() => giveBack(opener, closing, frames - 1))
  else beneath(closing).some(takes)
}

/**
 * Gives the focus back when a dialog closes, even one that is mounted opened or unmounted while open, which
 * Mantine does not. If its opener is gone (a deleted row), or goes afterwards, the dialog beneath or the page takes
 * the focus, so it is never lost.
 */
export function useReturnFocus(opened: boolean): void {
  // The opener is noted while rendering: a menu item that opens a dialog may be gone with the same change.
  const seen = useMemo(() => (opened ? focused() : null), [opened])
  useLayoutEffect(() => {
    if (!opened) return
    const opener = isLost() ? (lostByProgress() ?? pressedBefore() ?? seen) : focused()
    return () => {
      const closing = document.activeElement
      if (opener) for (const each of [closing, last]) if (each?.closest('[role="dialog"]')) openers.set(each, opener)
      window.setTimeout(() => giveBack(opener, closing), SETTLED_MS)
    }
  }, [opened, seen])
}

/**
 * Gives the focus back to a button that lost it while it was disabled to show its progress. For failures
 * after which the dialog or form stays; an error at a field takes the focus afterwards. If the button is
 * gone, the dialog or page takes the focus.
 */
export function useFocusAfter(busy: boolean): void {
  const was = useRef(busy)
  useLayoutEffect(() => {
    if (was.current && !busy && isLost() && !takes(last) && last && !last.isConnected) beneath(null).some(takes)
    was.current = busy
  }, [busy])
}
