import { createStore } from '#web/lib/browser/store.ts'
import type { Place } from './grid-cells.ts'
import type { GridView } from './grid-view.ts'

/** The position in the grid: the current cell, the selected block, and whether the text is edited. */
export class GridCursor {
  readonly view: GridView
  /** The other corner of the selected block; null if only the current cell is selected. */
  corner: Place | null = null
  /** True while the text cursor moves within the cell. */
  inside = false
  /** The selected cells, for what acts on them beside the grid. */
  readonly selected = createStore<readonly Place[]>([{ row: 0, column: 0 }])

  constructor(view: GridView) {
    this.view = view
  }

  get cells() {
    return this.view.cells
  }

  get current(): Place {
    return this.view.at
  }

  go(place: Place): void {
    this.corner = null
    this.move(place)
  }

  /** Grows the selected block to a cell. */
  extendTo(place: Place): void {
    this.corner ??= this.current
    this.move(place)
  }

  private move(place: Place): void {
    this.leave()
    this.view.focus(place)
    this.view.select(this.corner, place)
    this.selected.set(this.block())
  }

  /** Called when the input gets the focus: typing replaces its text. */
  enter(): void {
    this.inside = false
    const { input } = this.view
    // A cell reached by moving is selected already; checking is cheaper than selecting again.
    if (input && (input.selectionStart !== 0 || input.selectionEnd !== input.value.length)) input.select()
  }

  /** Tidies the cell's text on leaving it. */
  leave(): void {
    this.cells.tidy(this.current)
  }

  /** The selected cells, row by row. */
  block(): Place[] {
    return this.cells.between(this.corner ?? this.current, this.current)
  }

  /** Empties the selected cells. */
  clear(): void {
    this.cells.enter(this.block().map((place) => ({ ...place, text: '' })))
  }

  /** Reverts the selected cells. */
  restore(): void {
    this.inside = false
    this.cells.restore(this.block())
    this.view.input?.select()
  }
}
