import type { GridCells } from './grid-cells.ts'

/** Grids up to this many cells are drawn whole. */
const DRAWN_WHOLE = 1500
/** Cells drawn beyond each edge of what is in sight. */
const MARGIN = { rows: 6, columns: 2 }
const NO_MARGIN = { rows: 0, columns: 0 }
const ROW_PX = 32
export const COLUMN_PX = 84

/** First and last cell of a stretch, from 0. */
interface Range {
  first: number
  last: number
}
interface Area {
  rows: Range
  columns: Range
}
const NOTHING: Area = { rows: { first: 0, last: -1 }, columns: { first: 0, last: -1 } }

const rangeOf = (from: number, length: number, size: number, margin: number): Range => ({
  first: Math.max(0, Math.floor(from / size) - margin),
  last: Math.ceil((from + length) / size) + margin,
})
const areaOf = ({ scrollTop, clientHeight, scrollLeft, clientWidth }: HTMLElement, margin: typeof MARGIN): Area => ({
  rows: rangeOf(scrollTop, clientHeight, ROW_PX, margin.rows),
  columns: rangeOf(scrollLeft, clientWidth, COLUMN_PX, margin.columns),
})
const within = (inner: Range, outer: Range) => outer.first <= inner.first && outer.last >= inner.last
const holds = (range: Range, at: number) => at >= range.first && at <= range.last

/**
 * Keeps the cells of a large grid that are out of sight from being painted: for every frame a browser goes through all
 * the inputs there are. They stay in the page. Gives a function that brings what is drawn up to date at once.
 */
export function windowGrid(scroller: HTMLElement, cells: GridCells): { update: () => void; stop: () => void } {
  if (cells.rows * cells.columns <= DRAWN_WHOLE) return { update: () => {}, stop: () => {} }
  scroller.dataset.windowed = ''
  let drawn = NOTHING
  const mark = (area: Area, other: Area, on: boolean) => {
    for (const place of cells.between(
      { row: area.rows.first, column: area.columns.first },
      { row: Math.min(area.rows.last, cells.rows - 1), column: Math.min(area.columns.last, cells.columns - 1) },
    )) {
      if (holds(other.rows, place.row) && holds(other.columns, place.column)) continue
      cells.input(place)?.parentElement?.toggleAttribute('data-drawn', on)
    }
  }
  const update = () => {
    const seen = areaOf(scroller, NO_MARGIN)
    if (within(seen.rows, drawn.rows) && within(seen.columns, drawn.columns)) return
    const next = areaOf(scroller, MARGIN)
    mark(next, drawn, true)
    if (drawn !== NOTHING) mark(drawn, next, false)
    drawn = next
  }
  const resized = new ResizeObserver(update)
  resized.observe(scroller)
  scroller.addEventListener('scroll', update, { passive: true })
  update()
  return {
    update,
    stop: () => {
      resized.disconnect()
      scroller.removeEventListener('scroll', update)
    },
  }
}
