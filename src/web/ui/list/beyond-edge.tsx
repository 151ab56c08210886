import { Button } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import classes from './beyond-edge.module.css'

type Scroller = RefObject<HTMLElement | null>

/** Headings at each side that are not in view as a whole, as one text. */
const NONE = '|'
function hiddenIn(list: HTMLElement): string {
  const { left, right } = list.getBoundingClientRect()
  const before: string[] = []
  const after: string[] = []
  for (const heading of list.querySelectorAll('thead th')) {
    const name = heading.textContent
    if (!name) continue // the box that selects a page
    const box = heading.getBoundingClientRect()
    if (box.left < left - 1) before.push(name)
    else if (box.right > right + 1) after.push(name)
  }
  return `${before.join(', ')}|${after.join(', ')}`
}

function useHidden(scroller: Scroller): string {
  const [hidden, setHidden] = useState(NONE)
  useEffect(() => {
    const list = scroller.current
    const table = list?.querySelector('table')
    if (!list || !table) return
    const look = () => setHidden(list.scrollWidth > list.clientWidth + 1 ? hiddenIn(list) : NONE)
    const observer = new ResizeObserver(look)
    observer.observe(list)
    observer.observe(table)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [scroller])
  return hidden
}

/** Names the columns beyond the edges of a list, and leads there: none is out of view without a word. */
export function BeyondEdge({ scroller }: { scroller: Scroller }) {
  const hidden = useHidden(scroller)
  if (hidden === NONE) return null
  const [before, after] = hidden.split('|')
  const to = (side: -1 | 1) => () => {
    const list = scroller.current
    list?.scrollBy({ left: side * list.scrollWidth })
  }
  return (
    <div className={classes.beyond}>
      {before && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={to(-1)}>
          ← {before}
        </Button>
      )}
      {after && (
        <Button className={classes.after} size="compact-xs" variant="subtle" color="gray" onClick={to(1)}>
          {after} →
        </Button>
      )}
    </div>
  )
}
