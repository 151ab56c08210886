import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './one-line.module.css'

interface OneLineProps {
  label: string
  /** The items, as `li`. */
  children: ReactNode
}

const CURRENT = '[aria-current], [aria-pressed="true"]'

/**
 * Marks the items below the first line, which are out of sight; the current one takes the first place if it would be
 * among them. Returns their number, and the current item.
 */
function hideRest(list: HTMLElement): { hidden: number; current: Element | undefined } {
  const items = [...list.children]
  const current = items.find((item) => item.querySelector(CURRENT))
  const top = (item: Element) => (item instanceof HTMLElement ? item.offsetTop : 0)
  const below = () => {
    const first = Math.min(...items.map(top))
    return items.filter((item) => top(item) > first)
  }
  for (const item of items) item.removeAttribute('data-first')
  if (current && below().includes(current)) current.setAttribute('data-first', '')
  const rest = below()
  for (const item of items) item.toggleAttribute('data-hidden', rest.includes(item))
  return { hidden: rest.length, current }
}

/**
 * A list on one line, with the current item in sight. What does not fit is counted by a button, '+5', which shows all of
 * it until one is chosen: the page below is wanted then.
 */
export function OneLine({ label, children }: OneLineProps) {
  const list = useRef<HTMLUListElement>(null)
  const [hidden, setHidden] = useState(0)
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    const { current: element } = list
    if (!element) return
    let last: Element | undefined
    const measure = () => {
      const found = hideRest(element)
      setHidden(found.hidden)
      if (found.current !== last) setOpen(false)
      last = found.current
    }
    measure()
    // Items come and go, and the line becomes wider or narrower.
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    const changed = new MutationObserver(measure)
    const attributeFilter = ['aria-current', 'aria-pressed']
    changed.observe(element, { childList: true, subtree: true, characterData: true, attributeFilter })
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
