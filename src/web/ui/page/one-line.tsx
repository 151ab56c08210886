import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './one-line.module.css'

interface OneLineProps {
  label: string
  /** The items, as `li`. */
  children: ReactNode
}

const itemsOf = (list: HTMLElement) => [...list.children].filter((item) => item instanceof HTMLElement)
const isCurrent = (item: HTMLElement) => item.querySelector('[aria-current], [aria-pressed="true"]') !== null

/** Marks the items below the first line, which are out of sight. Returns their number, and whether the current one is among them. */
function hideRest(list: HTMLElement): { hidden: number; current: boolean } {
  const items = itemsOf(list)
  const rest = items.filter((item) => item.offsetTop > (items[0]?.offsetTop ?? 0))
  for (const item of items) item.toggleAttribute('data-hidden', rest.includes(item))
  return { hidden: rest.length, current: rest.some(isCurrent) }
}

/** Brings an item to the middle of a line that scrolls. */
function center(list: HTMLElement, item: HTMLElement): void {
  list.scrollLeft = item.offsetLeft - list.offsetLeft - (list.clientWidth - item.offsetWidth) / 2
}

/**
 * A list on one line. What does not fit is counted by a button, '+5', which shows all of it; it is open at once
 * if the current item is there. On a phone the line scrolls sideways instead, with the current item in sight.
 */
export function OneLine({ label, children }: OneLineProps) {
  const list = useRef<HTMLUListElement>(null)
  const [hidden, setHidden] = useState(0)
  const [open, setOpen] = useState(false)
  const centered = useRef<HTMLElement>(undefined)
  const measure = () => {
    if (!list.current) return
    const current = itemsOf(list.current).find(isCurrent)
    // The same one again stays where a thumb has moved it.
    if (current && current !== centered.current) center(list.current, current)
    centered.current = current
    const found = hideRest(list.current)
    setHidden(found.hidden)
    if (found.current) setOpen(true)
  }
  const latest = useRef(measure)
  latest.current = measure
  // Each rendering may bring other items, or the button that takes room from them: nothing shows before it is counted.
  useLayoutEffect(measure)
  useLayoutEffect(() => {
    const { current: element } = list
    if (!element) return
    // The line becomes wider or narrower, and items change by themselves.
    const resized = new ResizeObserver(() => flushSync(() => latest.current()))
    resized.observe(element)
    const changed = new MutationObserver(() => latest.current())
    changed.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
    }
  }, [])
  return (
    <div className={classes.line} data-open={open || undefined}>
      <ul ref={list} className={classes.list} aria-label={label}>
        {children}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={open}
          aria-label={open ? undefined : `+${hidden} more`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : `+${hidden}`}
        </button>
      )}
    </div>
  )
}
