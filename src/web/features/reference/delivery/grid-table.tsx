/* biome-ignore-all lint/a11y: the roles of a grid are explicit, since block layout removes those of a table; its input takes the focus */
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { DELIVERY_TITLE, type DeliveryGrid } from '#contract/reference/delivery/delivery.ts'
import classes from './grid.module.css'
import type { GridCells } from './grid-cells.ts'
import { gridClipboard } from './grid-clipboard.ts'
import { GridCursor } from './grid-cursor.ts'
import { gridKeys } from './grid-keys.ts'
import { gridPointer } from './grid-pointer.ts'
import { gridRows } from './grid-rows.ts'
import { GridView } from './grid-view.ts'

const COLUMN_PX = 84

interface GridTableProps {
  grid: DeliveryGrid
  cells: GridCells
}

/** The handlers and the view of a grid with fixed rows and columns. */
function makeGrid(grid: DeliveryGrid, cells: GridCells) {
  const { depot, cartage } = grid
  const view = new GridView(cells, ({ row, column }) => `d${depot[row]?.depotId} c${cartage[column]?.cartageId}`)
  const cursor = new GridCursor(view)
  const draw = (body: HTMLElement) => {
    body.replaceChildren(gridRows(grid, cells))
    view.attach(body)
  }
  return { draw, heard: { ...gridKeys(cursor), ...gridPointer(cursor), ...gridClipboard(cursor) } }
}

/**
 * Visible row heads, in one sticky block. Sixty sticky heads were sixty layers for the browser to compose on
 * every key; the real heads lie below it in their rows, for screen readers.
 */
function RowLabels({ depots }: { depots: DeliveryGrid['depot'] }) {
  return (
    <div className={classes.labels} aria-hidden>
      {depots.map(({ depotId, depotName }) => (
        <div key={depotId} title={depotName} data-name={depotName} />
      ))}
    </div>
  )
}

/** The cells, rendered once: other rows or columns are another grid, and later values bypass React. */
export const GridTable = memo(function GridTable({ grid, cells }: GridTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [{ draw, heard }] = useState(() => makeGrid(grid, cells))
  useLayoutEffect(() => {
    if (body.current) draw(body.current)
  }, [draw])
  return (
    <div className={classes.scroller} data-scroll-restoration-id="delivery">
      <RowLabels depots={grid.depot} />
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
