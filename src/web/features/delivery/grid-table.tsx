/* biome-ignore-all lint/a11y: the roles of a grid are said one by one, since the blocks of its layout take a table's own away; its inputs are what is focused */
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { DELIVERY_TITLE, type DeliveryGrid } from '#contract/delivery.ts'
import classes from './grid.module.css'
import type { GridCells } from './grid-cells.ts'
import { gridClipboard } from './grid-clipboard.ts'
import { GridCursor } from './grid-cursor.ts'
import { gridKeys } from './grid-keys.ts'
import { gridPointer } from './grid-pointer.ts'
import { gridRows } from './grid-rows.ts'
import { COLUMN_PX, windowGrid } from './grid-window.ts'

interface GridTableProps {
  grid: DeliveryGrid
  cells: GridCells
}

/** The cells. Drawn once for a grid; what is typed goes past React. */
export const GridTable = memo(function GridTable({ grid, cells }: GridTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const heard = useMemo(() => {
    const cursor = new GridCursor(cells)
    return { ...gridKeys(cursor), ...gridPointer(cursor), ...gridClipboard(cursor) }
  }, [cells])
  useLayoutEffect(() => {
    if (!scroller.current || !body.current) return
    body.current.replaceChildren(gridRows(grid, cells))
    cells.attach(scroller.current)
    const drawn = windowGrid(scroller.current, cells)
    cells.draw = drawn.update
    return drawn.stop
  }, [grid, cells])
  return (
    <div ref={scroller} className={classes.scroller} data-scroll-restoration-id="delivery">
      <table
        className={classes.table}
        style={{ width: `calc(var(--first) + ${cells.columns * COLUMN_PX}px)` }}
        role="grid"
        aria-label={DELIVERY_TITLE}
        {...heard}
      >
        <thead>
          <tr role="row">
            <th scope="col" role="columnheader" className={classes.corner}>
              Depot
            </th>
            {grid.cartage.map(({ cartageId, cartageName }) => (
              <th key={cartageId} scope="col" role="columnheader" id={`c${cartageId}`} title={cartageName}>
                <span>{cartageName}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} />
      </table>
    </div>
  )
})
