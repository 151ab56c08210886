import { type RefObject, useEffect } from 'react'

const LINE_PX = 40
/** The share of a view by which Page Up and Page Down scroll. */
const PAGE = 0.9

/** True if something between an element and the page scrolls by itself: a menu, the options of a select. */
function scrollsItself(from: Element | null, way: 'up' | 'down'): boolean {
  for (let at = from; at && at !== document.documentElement; at = at.parentElement) {
    const room = way === 'up' ? at.scrollTop > 0 : at.scrollTop + at.clientHeight < at.scrollHeight - 1
    if (room && /auto|scroll/.test(getComputedStyle(at).overflowY)) return true
  }
  return false
}

const TAKES_KEYS =
  'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=tablist]'

/** Gives a list that scrolls inside its page the wheel and the page keys, wherever pointer or focus is. */
export function useOuterScroll(scroller: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    const list = scroller.current
    if (!on || !list) return
    // True while a dialog is over the list.
    const covered = () => document.body.hasAttribute('data-scroll-locked')
    const wheel = ({ target, deltaY, deltaMode, ctrlKey, defaultPrevented }: WheelEvent) => {
      if (ctrlKey || defaultPrevented || deltaY === 0 || !(target instanceof Element) || covered()) return
      if (scrollsItself(target, deltaY < 0 ? 'up' : 'down')) return
      list.scrollTop += deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * LINE_PX : deltaY
    }
    const key = (event: KeyboardEvent) => {
      const down = event.key === 'PageDown'
      if ((!down && event.key !== 'PageUp') || event.defaultPrevented || covered()) return
      const { target } = event
      if (!(target instanceof Element) || target.closest(TAKES_KEYS) || scrollsItself(target, down ? 'down' : 'up'))
        return
      event.preventDefault()
      list.scrollBy({ top: (down ? 1 : -1) * list.clientHeight * PAGE })
    }
    document.addEventListener('wheel', wheel, { passive: true })
    document.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('wheel', wheel)
      document.removeEventListener('keydown', key)
    }
  }, [scroller, on])
}
