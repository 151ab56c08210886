import type { GridCells, Place } from './grid-cells.ts'

/** Where one is in the grid: the cell in the tab order, the block selected from it, and whether its text is being edited. */
export class GridCursor {
  readonly cells: GridCells
  current: Place = { row: 0, column: 0 }
  /** The other corner of the selected block; null when only the current cell is selected. */
  corner: Place | null = null
  /** The cursor moves within the cell's text. */
  inside = false

  constructor(cells: GridCells) {
    this.cells = cells
  }

  /** Goes to a cell; with `extend` the block from where one was grows to it. */
  go(place: Place, extend = false): void {
    this.corner = extend ? (this.corner ?? this.current) : null
    this.cells.focus(place)
    this.cells.select(this.corner, place)
  }

  /** A cell got the focus: it takes the place in the tab order, and its text is ready to be replaced. */
  enter(place: Place, input: HTMLInputElement): void {
    const last = this.cells.input(this.current)
    if (last) last.tabIndex = -1
    input.tabIndex = 0
    this.current = place
    this.inside = false
    input.select()
  }

  /** The selected cells, row by row. */
  block(): Place[] {
    return this.cells.between(this.corner ?? this.current, this.current)
  }

  clear(): void {
    this.cells.set(this.block().map((place) => ({ ...place, text: '' })))
  }

  /** Takes the changes of the selected cells back. */
  restore(): void {
    this.inside = false
    this.cells.restore(this.block())
    this.cells.input(this.current)?.select()
  }
}
