import { createStore } from '#web/lib/browser/store.ts'
import { readDays, tidyText } from './cell-text.ts'

/** Row and column of a cell, from 0. */
export interface Place {
  row: number
  column: number
}

/** A changed cell: what was stored, what it says now, and the days that is; null when it is no number. */
export interface Change extends Place {
  before: number
  text: string
  days: number | null
}

/** Where the cells are shown. */
export interface Shown {
  /** Shows a cell's text, and its change if there is one. */
  write: (place: Place, text: string, change: Change | undefined) => void
  /** Brings a cell into sight and the focus into it. */
  focus: (place: Place) => void
}

const keyOf = ({ row, column }: Place) => `${row}:${column}`
const shown = (days: number) => (days === 0 ? '' : String(days))

/**
 * What the grid's cells say. They are written directly, so that a key shows at once however many cells there are; React
 * draws the grid once and then only the count of changes.
 */
export class GridCells {
  readonly rows: number
  readonly columns: number
  /** How many cells differ from what is stored. */
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

  /** Takes the place where the cells are shown from now on: as stored, what is changed is written into it. */
  show(view: Shown): void {
    this.view = view
    for (const change of this.changed.values()) view.write(change, change.text, change)
  }

  /** Takes what is stored now. Changes that differ from it stay. */
  rebase(stored: (place: Place) => number): void {
    const before = this.stored
    this.stored = stored
    const all = this.between({ row: 0, column: 0 }, { row: this.rows - 1, column: this.columns - 1 })
    const touched = all.filter((place) => before(place) !== stored(place) || this.changed.has(keyOf(place)))
    this.set(touched.map((place) => ({ ...place, text: this.text(place) })))
  }

  /** Brings a cell into sight and the focus into it. */
  focus(place: Place): void {
    this.view?.focus(place)
  }

  /** The next cell in a direction, within the grid. */
  move({ row, column }: Place, down: number, right: number): Place {
    const within = (value: number, most: number) => Math.max(0, Math.min(most - 1, value))
    return { row: within(row + down, this.rows), column: within(column + right, this.columns) }
  }

  /** The text of a cell as it is now. */
  text(place: Place): string {
    return this.changed.get(keyOf(place))?.text ?? shown(this.stored(place))
  }

  /** Sets texts; what they change is marked in the cells and counted. */
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

  /** Brings a cell that is left into its plain form. */
  tidy(place: Place): void {
    const text = this.text(place)
    this.set([{ ...place, text: tidyText(text) }])
  }

  /** Sets texts in their plain form, as from the clipboard. */
  paste(cells: readonly (Place & { text: string })[]): void {
    this.set(cells.map((cell) => ({ ...cell, text: tidyText(cell.text) })))
  }

  /** Takes the changes of these cells back. */
  restore(places: readonly Place[]): void {
    this.set(places.map((place) => ({ ...place, text: shown(this.stored(place)) })))
  }

  /** Takes all changes back and gives them, so that they can be set again. */
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
