import type { FocusEvent, FormEvent, KeyboardEvent } from 'react'
import type { GridCells, Place } from './grid-cells.ts'
import type { GridCursor } from './grid-cursor.ts'

const PAGE_ROWS = 10
const WITHIN_TEXT = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

/**
 * The cell to which a key moves; Home and End stay in the row, with Control they and the arrows go to the
 * edge of the grid.
 */
function target(cells: GridCells, at: Place, { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Place | null {
  const far = ctrlKey || metaKey
  const most = Math.max(cells.rows, cells.columns)
  if (key === 'ArrowUp') return cells.move(at, far ? -most : -1, 0)
  if (key === 'ArrowDown') return cells.move(at, far ? most : 1, 0)
  if (key === 'ArrowLeft') return cells.move(at, 0, far ? -most : -1)
  if (key === 'ArrowRight') return cells.move(at, 0, far ? most : 1)
  if (key === 'PageUp') return cells.move(at, -PAGE_ROWS, 0)
  if (key === 'PageDown') return cells.move(at, PAGE_ROWS, 0)
  if (key === 'Home') return cells.move(at, far ? -most : 0, -most)
  if (key === 'End') return cells.move(at, far ? most : 0, most)
  if (key === 'Enter') return cells.move(at, shiftKey ? -1 : 1, 0)
  return null
}

const isWhole = (input: HTMLInputElement | null) =>
  input !== null && input.selectionStart === 0 && input.selectionEnd === input.value.length

/** Keys of the grid: arrows move, typing replaces, F2 edits the text, Delete empties, Escape reverts, Space switches. */
export function gridKeys(cursor: GridCursor) {
  const { cells, view } = cursor
  const onFocus = () => cursor.enter()
  // The blur of leaving the grid; the cursor handles a move to another cell.
  const onBlur = ({ target: input }: FocusEvent) => {
    if (input === view.input) cursor.leave()
  }
  const onInput = ({ target: input }: FormEvent) => {
    const place = view.placeOf(input)
    if (place && input instanceof HTMLInputElement) cells.set([{ ...place, text: input.value }])
  }
  const move = (event: KeyboardEvent) => {
    if (cursor.inside && WITHIN_TEXT.has(event.key)) return
    const next = target(cells, cursor.current, event)
    if (!next) return
    event.preventDefault()
    if (event.shiftKey && event.key !== 'Enter') cursor.extendTo(next)
    else cursor.go(next)
  }
  const isEmptying = ({ key }: KeyboardEvent) =>
    cursor.corner || cells.isFixed(cursor.current)
      ? key === 'Delete' || key === 'Backspace'
      : key === 'Delete' && isWhole(view.input)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') {
      cursor.inside = true
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      cursor.restore()
    } else if (isEmptying(event)) {
      event.preventDefault()
      cursor.clear()
    } else if (event.key === ' ' && cells.other(cursor.current) !== null) {
      event.preventDefault()
      cells.toggle(cursor.block())
    } else move(event)
  }
  return { onFocus, onBlur, onInput, onKeyDown }
}
