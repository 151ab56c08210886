import { createStore } from '#web/lib/browser/store.ts'

/** Row and column of a cell, from 0. */
export interface Place {
  row: number
  column: number
}

/** A changed cell: its stored value, its text, and the value of that text; null if it is none. */
export interface Change extends Place {
  before: number
  text: string
  value: number | null
}

/** The values of the cells of a grid, and their rules. */
export interface CellRules {
  /** The stored value. */
  stored: (place: Place) => number
  /** The value in a text; null if it is none. */
  read: (text: string, place: Place) => number | null
  /** The text of a value. */
  write: (value: number, place: Place) => string
  /** The text to which Escape goes back; by default that of the stored value. */
  kept?: (place: Place) => string
  /** The other text of a cell that is switched, not typed; null for one that is typed. */
  other?: (place: Place) => string | null
  /** True for a cell that cannot be changed. */
  locked?: (place: Place) => boolean
}

/** The view that shows the cells. */
export interface Shown {
  /** Shows a cell's text, and whether it is changed. */
  write: (place: Place, text: string, change: Change | undefined) => void
  /** Scrolls to a cell and focuses it. */
  focus: (place: Place) => void
}

type Text = Place & { text: string }

const keyOf = ({ row, column }: Place) => `${row}:${column}`

/**
 * Texts of the grid's cells. They are written to the DOM directly, so that typing stays fast however many
 * cells there are; React renders the grid once and then only the count of changes.
 */
export class GridCells {
  readonly rows: number
  readonly columns: number
  /** The number of cells that differ from their stored value. */
  readonly count = createStore(0)
  /** Called with cells whose typing has ended: left, pasted, emptied, reverted. */
  onEntered: (places: readonly Place[]) => void = () => {}
  private rules: CellRules
  private readonly changed = new Map<string, Change>()
  private view: Shown | null = null

  constructor(rows: number, columns: number, rules: CellRules) {
    this.rows = rows
    this.columns = columns
    this.rules = rules
  }

  get changes(): readonly Change[] {
    return [...this.changed.values()]
  }

  /** Attaches the view, which shows stored values; changed cells are written into it. */
  show(view: Shown): void {
    this.view = view
    for (const change of this.changed.values()) view.write(change, change.text, change)
  }

  /** Takes new rules; changes that still differ from what is stored by them stay. */
  rebase(rules: CellRules): void {
    const before = this.rules
    this.rules = rules
    const all = this.between({ row: 0, column: 0 }, { row: this.rows - 1, column: this.columns - 1 })
    const touched = all.filter(
      (place) => before.stored(place) !== rules.stored(place) || this.changed.has(keyOf(place)),
    )
    this.put(touched.map((place) => ({ ...place, text: this.changed.get(keyOf(place))?.text ?? this.shown(place) })))
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
    return this.changed.get(keyOf(place))?.text ?? this.shown(place)
  }

  /** The current value of a cell; null if its text is none. */
  value(place: Place): number | null {
    const change = this.changed.get(keyOf(place))
    return change ? change.value : this.rules.stored(place)
  }

  /** True for a cell that is switched or locked, and so never typed into. */
  isFixed(place: Place): boolean {
    return this.rules.locked?.(place) === true || this.other(place) !== null
  }

  /** Shows texts as they are; marks and counts the changed cells. Locked ones stay. */
  set(cells: readonly Text[]): void {
    this.put(cells.filter((cell) => !this.rules.locked?.(cell)))
  }

  private put(cells: readonly Text[]): void {
    for (const { text, ...place } of cells) {
      const before = this.rules.stored(place)
      const value = this.rules.read(text, place)
      if (value === before) this.changed.delete(keyOf(place))
      else this.changed.set(keyOf(place), { ...place, before, text, value })
      this.view?.write(place, text, this.changed.get(keyOf(place)))
    }
    this.count.set(this.changed.size)
  }

  /** Tidies the text of a cell that loses the focus. */
  tidy(place: Place): void {
    this.enter([{ ...place, text: this.text(place) }])
  }

  /** Sets tidied texts, e.g. from the clipboard; a text that is no value stays as it is. */
  enter(cells: readonly Text[]): void {
    this.set(
      cells.map(({ text, ...place }) => {
        const value = this.rules.read(text, place)
        return { ...place, text: value === null ? text.trim() : this.rules.write(value, place) }
      }),
    )
    this.onEntered(cells)
  }

  /** Switches cells that are switched: all to the other text of the first one. */
  toggle(places: readonly Place[]): void {
    const [first] = places
    const text = first && this.other(first)
    if (text === null || text === undefined) return
    this.enter(places.filter((place) => this.other(place) !== null).map((place) => ({ ...place, text })))
  }

  /** The other text of a cell that is switched; null for one that is typed. */
  other(place: Place): string | null {
    return this.rules.other?.(place) ?? null
  }

  /** Reverts these cells. */
  restore(places: readonly Place[]): void {
    const { kept = this.shown } = this.rules
    this.enter(places.map((place) => ({ ...place, text: kept(place) })))
  }

  /** Reverts all changes and returns them, so that they can be set again. */
  discard(): readonly Change[] {
    const all = this.changes
    this.put(all.map((change) => ({ ...change, text: this.shown(change) })))
    return all
  }

  /** The text of a stored value. */
  private readonly shown = (place: Place): string => this.rules.write(this.rules.stored(place), place)

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
