import { createStore } from '#web/lib/store.ts'
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

const keyOf = ({ row, column }: Place) => `${row}:${column}`
const shown = (days: number) => (days === 0 ? '' : String(days))

/**
 * What the grid's cells say. The inputs are the browser's own and are written directly, so that a key shows at once
 * however many cells there are; React draws the grid once and then only the count of changes.
 */
export class GridCells {
  readonly rows: number
  readonly columns: number
  /** Draws the cells that came into sight. */
  draw: () => void = () => {}
  readonly changes = createStore<readonly Change[]>([])
  private stored: (place: Place) => number
  private readonly changed = new Map<string, Change>()
  private inputs: HTMLInputElement[] = []
  private marked: HTMLInputElement[] = []

  constructor(rows: number, columns: number, stored: (place: Place) => number) {
    this.rows = rows
    this.columns = columns
    this.stored = stored
  }

  /** Takes the inputs of a drawn grid, row by row. */
  attach(root: HTMLElement): void {
    this.inputs = [...root.querySelectorAll<HTMLInputElement>('input[data-cell]')]
    for (const change of this.changed.values()) this.write(change, change.text)
  }

  /** Takes what is stored now. Changes that differ from it stay. */
  rebase(stored: (place: Place) => number): void {
    this.stored = stored
    const all = this.between({ row: 0, column: 0 }, { row: this.rows - 1, column: this.columns - 1 })
    this.set(all.map((place) => ({ ...place, text: this.text(place) })))
  }

  input({ row, column }: Place): HTMLInputElement | undefined {
    return this.inputs[row * this.columns + column]
  }

  /** Brings a cell into sight and the focus into it. */
  focus(place: Place): void {
    const input = this.input(place)
    // The cell, not the input: out of sight there is none to scroll to.
    input?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    this.draw()
    input?.focus({ preventScroll: true })
  }

  placeOf(input: EventTarget | null): Place | null {
    if (!(input instanceof HTMLInputElement) || input.dataset.cell === undefined) return null
    const at = Number(input.dataset.cell)
    return { row: Math.floor(at / this.columns), column: at % this.columns }
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
      this.write(place, text)
    }
    this.changes.set([...this.changed.values()])
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
    const all = [...this.changed.values()]
    this.restore(all)
    return all
  }

  /** Marks the cells between two corners as selected; none without them. */
  select(from: Place | null, to: Place | null): void {
    for (const input of this.marked) delete input.dataset.selected
    this.marked = []
    if (!from || !to || (from.row === to.row && from.column === to.column)) return
    for (const place of this.between(from, to)) {
      const input = this.input(place)
      if (!input) continue
      input.dataset.selected = ''
      this.marked.push(input)
    }
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

  private write(place: Place, text: string): void {
    const input = this.input(place)
    if (!input) return
    if (input.value !== text) input.value = text
    const change = this.changed.get(keyOf(place))
    input.toggleAttribute('data-changed', change !== undefined)
    if (change?.days === null) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
}
