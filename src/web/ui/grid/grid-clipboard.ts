import type { ClipboardEvent } from 'react'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { readBlock, writeBlock } from './block-text.ts'
import type { GridCells, Place } from './grid-cells.ts'
import type { GridCursor } from './grid-cursor.ts'

/** Copies and pastes blocks to and from a spreadsheet; within a cell's text, the browser does it. */
export function gridClipboard(cursor: GridCursor) {
  const { cells, view } = cursor
  const onCopy = (event: ClipboardEvent) => {
    if (!cursor.corner || event.target !== view.input) return
    event.preventDefault()
    const rows = [...Map.groupBy(cursor.block(), ({ row }) => row).values()]
    event.clipboardData.setData('text/plain', writeBlock(rows.map((row) => row.map((place) => cells.text(place)))))
  }
  const onCut = (event: ClipboardEvent) => {
    if (!cursor.corner || event.target !== view.input) return
    onCopy(event)
    cursor.clear()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.target !== view.input) return
    const rows = readBlock(event.clipboardData.getData('text/plain'))
    const single = rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : undefined
    if (single !== undefined && !cursor.corner) return
    event.preventDefault()
    const block = cursor.block()
    if (single === undefined) pasteBlock(cells, block[0] ?? cursor.current, rows)
    else cells.enter(block.map((place) => ({ ...place, text: single })))
  }
  return { onCopy, onCut, onPaste }
}

/** Pastes a block at a cell; cells beyond the grid are skipped, with a toast. */
function pasteBlock(cells: GridCells, at: Place, rows: readonly (readonly string[])[]): void {
  const all = rows.flatMap((row, down) =>
    row.map((text, right) => ({ row: at.row + down, column: at.column + right, text })),
  )
  const inGrid = all.filter(({ row, column }) => row < cells.rows && column < cells.columns)
  const outside = all.length - inGrid.length
  cells.enter(inGrid)
  if (outside > 0) showSuccess(`${outside} pasted cells are outside the grid and were skipped`)
}
