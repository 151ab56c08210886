import type { MouseEvent, PointerEvent } from 'react'
import type { Place } from './grid-cells.ts'
import type { GridCursor } from './grid-cursor.ts'

/** Mouse in the grid: a click goes to a cell, or switches it, a second one into its text; Shift or dragging selects. */
export function gridPointer(cursor: GridCursor) {
  const { view } = cursor
  let dragging = false
  const isCurrent = ({ row, column }: Place) => row === cursor.current.row && column === cursor.current.column
  const goOrExtend = (place: Place, { shiftKey }: MouseEvent) => (shiftKey ? cursor.extendTo(place) : cursor.go(place))
  const onMouseDown = (event: MouseEvent) => {
    const place = view.placeOf(event.target)
    if (!place || event.button !== 0) return
    dragging = !event.shiftKey
    // A click on the current cell puts the cursor into its text.
    if (event.target === document.activeElement && !event.shiftKey && !cursor.corner) {
      cursor.inside = true
      return
    }
    event.preventDefault()
    goOrExtend(place, event)
  }
  const onClick = (event: MouseEvent) => {
    const place = view.placeOf(event.target)
    if (!place) return
    // A click without a mousedown is all that screen readers and some phones send.
    if (!isCurrent(place) || document.activeElement !== view.input) goOrExtend(place, event)
    if (!cursor.corner && !event.shiftKey) view.cells.toggle([place])
  }
  const onPointerOver = (event: PointerEvent) => {
    if (event.buttons === 0 || event.pointerType !== 'mouse') dragging = false
    const place = dragging ? view.placeOf(event.target) : null
    if (place && !isCurrent(place)) cursor.extendTo(place)
  }
  return { onMouseDown, onClick, onPointerOver }
}
