import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const INTENT_MS = 60
/** Pixels from which a press is a drag that selects text. */
const DRAG_PX = 4

interface RowEvents<Row> {
  rows: Row[]
  onOpen?: (row: Row) => void
  onIntent?: (row: Row) => void
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

const closest = (target: EventTarget, selector: string) => (target instanceof Element ? target.closest(selector) : null)

/** Listeners of a table, for opening a row and resting on one. A drag selects text and opens nothing. */
export function useRowEvents<Row>({ rows, onOpen, onIntent }: RowEvents<Row>) {
  const timer = useRef<number>(undefined)
  const aimed = useRef<Row>(undefined)
  const pressed = useRef({ x: 0, y: 0 })
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const rowAt = (target: EventTarget) => rows[Number(closest(target, 'tr')?.getAttribute('data-index') ?? -1)]

  const aim = (event: PointerEvent | FocusEvent) => {
    const row = onIntent && rowAt(event.target)
    if (!row || row === aimed.current) return
    aimed.current = row
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onIntent(row), INTENT_MS)
  }
  const wasDragged = ({ clientX, clientY, detail }: MouseEvent) =>
    // Enter clicks too, without a press.
    detail > 0 && Math.hypot(clientX - pressed.current.x, clientY - pressed.current.y) > DRAG_PX
  const click = (event: MouseEvent) => {
    if (!closest(event.target, 'td a') || !isPlainClick(event)) return
    if (wasDragged(event)) return event.preventDefault()
    // A double click selects a word: its second click does not count.
    if (window.getSelection()?.type === 'Range' && event.detail > 0) return event.preventDefault()
    const row = rowAt(event.target)
    if (!row || !onOpen || !closest(event.target, 'a')?.hasAttribute('data-row')) return
    event.preventDefault()
    onOpen(row)
  }
  return {
    onClick: click,
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      pressed.current = { x: clientX, y: clientY }
    },
    onPointerOver: aim,
    onFocus: aim,
    onPointerLeave: () => window.clearTimeout(timer.current),
  }
}
