import { createStore } from '#web/lib/browser/store.ts'
import { readDays, tidyText } from './cell-text.ts'

/** Row and column of a cell, from 0. */
export interface Place {
  row: number
  column: number
}

/** A changed cell: its stored days, its text, and the days in that text; null if it is no number. */
export interface Change extends Place {
  before: number
  text: string
  days: number | null
}

/** The view that shows the cells. */
export interface Shown {
  /** Shows a cell's text, and whether it is changed. */
  write: (place: Place, text: string, change: Change | undefined) => void
  /** Scrolls to a cell and focuses it. */
  focus: (place: Place) => void
}

const keyOf = ({ row, column }: Place) => `${row}:${column}`
const shown = (days: number) => (days === 0 ? '' : String(days))

/**
 * Texts of the grid's cells. They are written to the DOM directly, so that typing stays fast however many
 * cells there are; React renders the grid once and then only the count of changes.
 */
export class GridCells {
  readonly rows: number
  readonly columns: number
  /** The number of cells that differ from their stored value. */
  readonly count = createStore(0)
  private stored: (place: Place) => number
  private readonly changed = new Map<string, Change>()
  private view: Shown | null = null

  constructor(rows: number, columns: number, stored: (place: Place) => number) {
    this.rows = rows
    this.columns = columns
    this.stored = stored
  }

  get changes(): readonly Change[] {
    return [...this.changed.values()]
  }

  /** Attaches the view, which shows stored values; changed cells are written into it. */
  show(view: Shown): void {
    this.view = view
    for (const change of this.changed.values()) view.write(change, change.text, change)
  }

  /** Takes new stored values; changes that still differ stay. */
  rebase(stored: (place: Place) => number): void {
    const before = this.stored
    this.stored = stored
    const all = this.between({ row: 0, column: 0 }, { row: this.rows - 1, column: this.columns - 1 })
    const touched = all.filter((place) => before(place) !== stored(place) || this.changed.has(keyOf(place)))
    this.set(touched.map((place) => ({ ...place, text: this.text(place) })))
  }

  /** Scrolls to a cell and focuses it. */
  focus(place: Place): void {
    this.view?.focus(place)
  }

  /** The next cell in a direction, within the grid. */
  move({ row, column }: Place, down: number, right: number): Place {
    const within = (value: number, most: number) => Math.max(0, Math.min(most - 1, value))
    return { row: within(row + down, this.rows), column: within(column + right, this.columns) }
  }

  /** The current text of a cell. */
  text(place: Place): string {
    return this.changed.get(keyOf(place))?.text ?? shown(this.stored(place))
  }

  /** Sets texts; marks and counts the changed cells. */
  set(cells: readonly (Place & { text: string })[]): void {
    for (const { text, ...place } of cells) {
      const before = this.stored(place)
      const days = readDays(text)
      if (days === before) this.changed.delete(keyOf(place))
      else this.changed.set(keyOf(place), { ...place, before, text, days })
      this.view?.write(place, text, this.changed.get(keyOf(place)))
    }
    this.count.set(this.changed.size)
  }

  /** Tidies the text of a cell that loses the focus. */
  tidy(place: Place): void {
    const text = this.text(place)
    this.set([{ ...place, text: tidyText(text) }])
  }

  /** Sets tidied texts, e.g. from the clipboard. */
  paste(cells: readonly (Place & { text: string })[]): void {
    this.set(cells.map((cell) => ({ ...cell, text: tidyText(cell.text) })))
  }

  /** Reverts these cells. */
  restore(places: readonly Place[]): void {
    this.set(places.map((place) => ({ ...place, text: shown(this.stored(place)) })))
  }

  /** Reverts all changes and returns them, so that they can be set again. */
  discard(): readonly Change[] {
    const all = this.changes
    this.restore(all)
    return all
  }

  /** The cells of the block with these corners, row by row. */
  between(from: Place, to: Place): Place[] {
    const places: Place[] = []
    for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row++) {
      for (let column = Math.min(from.column, to.column); column <= Math.max(from.column, to.column); column++) {
        places.push({ row, column })
      }
    }
    return places
  }
}
