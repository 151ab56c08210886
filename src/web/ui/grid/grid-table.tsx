/* biome-ignore-all lint/a11y: the roles of a grid are explicit, since block layout removes those of a table; its input takes the focus */
import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react'
import classes from './grid.module.css'
import type { GridCells } from './grid-cells.ts'
import { gridClipboard } from './grid-clipboard.ts'
import { GridCursor } from './grid-cursor.ts'
import { gridKeys } from './grid-keys.ts'
import { gridPointer } from './grid-pointer.ts'
import { gridRows, type Head } from './grid-rows.ts'
import { GridView, type ViewOptions } from './grid-view.ts'

interface GridOptions extends Omit<ViewOptions, 'heads'> {
  /** The grid's name for screen readers. */
  label: string
  /** The heading of the rows' heads, which says what a row is. */
  corner: string
  rows: readonly Head[]
  columns: readonly Head[]
  cells: GridCells
}

/** A grid with fixed rows and columns, to be shown by `GridTable`; other ones are another grid. */
export type Grid = ReturnType<typeof makeGrid>

/** Makes a grid over cells: its cursor, what it hears, and how it is drawn. */
export function makeGrid({ cells, ...options }: GridOptions) {
  const { rows, columns } = options
  const view = new GridView(cells, {
    ...options,
    heads: ({ row, column }) => `${rows[row]?.id} ${columns[column]?.id}`,
  })
  const cursor = new GridCursor(view)
  const draw = (body: HTMLElement) => {
    body.replaceChildren(gridRows(rows, cells))
    view.attach(body)
  }
  return { ...options, cursor, draw, heard: { ...gridKeys(cursor), ...gridPointer(cursor), ...gridClipboard(cursor) } }
}

/**
 * Visible row heads, in one sticky block. Sixty sticky heads were sixty layers for the browser to compose on
 * every key; the real heads lie below it in their rows, for screen readers.
 */
function RowLabels({ rows }: { rows: readonly Head[] }) {
  return (
    <div className={classes.labels} aria-hidden>
      {rows.map(({ id, name, state }) => (
        <div key={id} title={name} data-name={name} data-state={state} />
      ))}
    </div>
  )
}

interface GridTableProps {
  grid: Grid
  /** The name under which the scroll position is kept. */
  scroll: string
  /** Pixels of the rows' heads, of a column and of a row. */
  first?: number
  column?: number
  row?: number
}

/** The cells, rendered once: later values bypass React. */
export const GridTable = memo(function GridTable({ grid, scroll, first = 200, column = 84, row = 32 }: GridTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { draw, heard, label, corner, rows, columns } = grid
  useLayoutEffect(() => {
    if (body.current) draw(body.current)
  }, [draw])
  return (
    <div
      className={classes.scroller}
      data-scroll-restoration-id={scroll}
      data-two-lines={row > 32 || undefined}
      // The cast: custom properties are no part of React's type.
      style={{ '--wide': `${first}px`, '--column': `${column}px`, '--row': `${row}px` } as CSSProperties}
    >
      <RowLabels rows={rows} />
      <table
        className={classes.table}
        style={{ width: `calc(var(--first) + ${columns.length * column}px)` }}
        role="grid"
        aria-label={label}
        {...heard}
      >
        <thead>
          <tr role="row">
            <th scope="col" role="columnheader" className={classes.corner}>
              {corner}
            </th>
            {columns.map(({ id, name }) => (
              <th key={id} scope="col" role="columnheader" id={id} title={name}>
                <span>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} />
      </table>
    </div>
  )
})
