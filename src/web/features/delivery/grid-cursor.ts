import type { Place } from './grid-cells.ts'
import type { GridView } from './grid-view.ts'

/** Where one is in the grid: the cell with the input, the block selected from it, and whether its text is being edited. */
export class GridCursor {
  readonly view: GridView
  /** The other corner of the selected block; null when only the current cell is selected. */
  corner: Place | null = null
  /** The cursor moves within the cell's text. */
  inside = false

  constructor(view: GridView) {
    this.view = view
  }

  get cells() {
    return this.view.cells
  }

  get current(): Place {
    return this.view.at
  }

  /** Goes to a cell; with `extend` the block from where one was grows to it. */
  go(place: Place, extend = false): void {
    this.corner = extend ? (this.corner ?? this.current) : null
    this.leave()
    this.view.focus(place)
    this.view.select(this.corner, place)
  }

  /** The input got the focus: its text is ready to be replaced. */
  enter(): void {
    this.inside = false
    const { input } = this.view
    // As it is in a cell one goes to, and asking is cheaper than selecting again.
    if (input && (input.selectionStart !== 0 || input.selectionEnd !== input.value.length)) input.select()
  }

  /** The cell is left: its text takes its plain form. */
  leave(): void {
    this.cells.tidy(this.current)
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
    this.view.input?.select()
  }
}
