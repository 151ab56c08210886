import { useEffect, useMemo } from 'react'
import { type Change, GridCells, type Place } from '#web/ui/grid/grid-cells.ts'
import { makeGrid } from '#web/ui/grid/grid-table.tsx'
import type { RateEdits } from './rate-edits.ts'
import { type RateTable, shapeOf } from './rate-lines.ts'
import { figureText, type RateSpec } from './rate-specs.ts'
import { TableCells } from './table-cells.ts'

/** A grid over a table of rates; what is entered goes to the edits, what is saved comes back into it. */
class RateGrid {
  readonly grid: ReturnType<typeof makeGrid>
  readonly cells: GridCells
  private now: TableCells
  private readonly edits: RateEdits
  /** The saved text of each cell when it was last shown: any other text is being typed. */
  private readonly shown = new Map<string, string>()
  /** The errors that are shown, by cell. */
  private errors = new Map<string, string>()

  constructor(spec: RateSpec, table: RateTable, edits: RateEdits) {
    this.now = new TableCells(spec, table)
    this.edits = edits
    this.cells = new GridCells(table.lines.length, spec.figures.length, this.now.rules(this.shownAt))
    this.cells.onEntered = (places) => this.enter(places)
    this.grid = makeGrid({
      label: spec.title,
      corner: spec.noun,
      rows: table.lines.map(({ name, state }, index) => ({ id: `rate-row-${index}`, name, state })),
      columns: spec.figures.map(({ field, label }) => ({ id: `rate-column-${field}`, name: label })),
      cells: this.cells,
      decimals: true,
      mark: (box, place, change) => this.mark(box, place, change),
    })
  }

  get selected() {
    return this.grid.cursor.selected
  }

  lineOf = (place: Place) => this.now.at(place).line
  nameOf = (place: Place) => this.now.at(place).name

  /** Shows another state of the same rows. What is typed or not saved yet stays. */
  take(table: RateTable): void {
    this.now = new TableCells(this.now.spec, table)
    this.cells.rebase(this.now.rules(this.shownAt))
    const texts = this.places().flatMap((place) => {
      const { key } = this.now.at(place)
      const [saved, before] = [this.now.saved(place), this.shown.get(key)]
      const unsaved = this.edits.unsaved.get(key)
      this.shown.set(key, saved)
      const isTyped = before !== undefined && this.cells.text(place) !== before
      if (unsaved ? before !== undefined : isTyped) return []
      const text = unsaved?.text ?? saved
      return text === this.cells.text(place) && !table.saved.has(key) ? [] : [{ ...place, text }]
    })
    this.cells.set(texts)
  }

  /** Marks cells whose errors came or went. */
  showErrors(): void {
    const errors = new Map([...this.edits.unsaved].flatMap(([key, { error }]) => (error ? [[key, error]] : [])))
    const before = this.errors
    this.errors = errors
    const touched = this.places().filter((place) => {
      const { key } = this.now.at(place)
      return errors.get(key) !== before.get(key)
    })
    this.cells.set(touched.map((place) => ({ ...place, text: this.cells.text(place) })))
  }

  /** Goes to the cell of an edit; false if it is not among these rows. */
  goTo(key: string): boolean {
    const place = this.places().find((each) => this.now.at(each).key === key)
    if (place) this.grid.cursor.go(place)
    return place !== undefined
  }

  /** Changes the selected figures by a percentage. */
  changeBy(percent: number): void {
    this.cells.enter(this.now.byPercent(this.selected.get(), percent, this.shownAt))
  }

  private readonly shownAt = (place: Place): number | null => this.cells.value(place)

  private places(): Place[] {
    if (this.cells.rows === 0) return []
    return this.cells.between({ row: 0, column: 0 }, { row: this.cells.rows - 1, column: this.cells.columns - 1 })
  }

  private enter(places: readonly Place[]): void {
    const { unsaved } = this.edits
    const { busy } = this.edits.state.get()
    const entered = places.flatMap((place) => {
      const { key, line } = this.now.at(place)
      const text = this.cells.text(place)
      const before = unsaved.get(key)
      if (line.state === 'ends' || (before ? before.text : this.now.saved(place)) === text) return []
      // What is being sent is written again, even if it goes back to what is saved.
      const isBack = text === this.now.saved(place) && !busy
      return [[key, isBack ? null : this.now.edit(place, text, this.shownAt)] as const]
    })
    if (entered.length > 0) this.edits.enter(entered)
  }

  private mark(box: HTMLElement, place: Place, change: Change | undefined): void {
    const { key, figure, line } = this.now.at(place)
    const error = this.errors.get(key)
    if (change && change.value !== null && !line.lane) box.dataset.before = figureText(figure, change.before)
    else delete box.dataset.before
    box.toggleAttribute('data-stale', this.now.table.saved.get(key)?.stale === true)
    box.title = error ?? ''
    if (!error) return
    for (const each of [box, box.querySelector('input')]) each?.setAttribute('aria-invalid', 'true')
  }
}

export type { RateGrid }

/** The grid of a table: the same while its rows stay. */
export function useRateGrid(spec: RateSpec, table: RateTable, edits: RateEdits): RateGrid {
  const shape = shapeOf(table)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new grid for new rows only; new figures are taken over
  const grid = useMemo(() => new RateGrid(spec, table, edits), [spec, shape, edits])
  useEffect(() => grid.take(table), [grid, table])
  useEffect(() => {
    grid.showErrors()
    return edits.state.subscribe(() => grid.showErrors())
  }, [grid, edits])
  return grid
}
