import type { RateChangeInput } from '#contract/rates/rate-sets.ts'
import type { CellRules, GridCells, Place } from '#web/ui/grid/grid-cells.ts'
import { changedBy } from './percent.ts'
import type { Edit } from './rate-edits.ts'
import { cellKey, type RateLine, type RateTable } from './rate-lines.ts'
import { type Figure, figureText, type RateSpec, readFigure } from './rate-specs.ts'

const NO_LINE: RateLine = { key: '', recordId: null, name: '', lane: null, state: undefined, expected: {} }
const NO_FIGURE: Figure = { field: '', label: '', places: 0 }

/** A table of rates as a grid reads and edits it. */
export class TableCells {
  readonly spec: RateSpec
  readonly table: RateTable

  constructor(spec: RateSpec, table: RateTable) {
    this.spec = spec
    this.table = table
  }

  /** The row, figure and key of a cell, and its name: 'Tier 3, USWC-LAX, CBM'. */
  at({ row, column }: Place) {
    const line = this.table.lines[row] ?? NO_LINE
    const figure = this.spec.figures[column] ?? NO_FIGURE
    return { line, figure, key: cellKey(line, figure.field), name: `${line.name}, ${figure.label}` }
  }

  /** The text of a cell as it is saved. */
  saved(place: Place): string {
    const { key, figure } = this.at(place)
    return figureText(figure, this.table.saved.get(key)?.value ?? this.expected(place))
  }

  /** What the cells of a grid over this table hold. */
  rules(shownAt: GridCells['value']): CellRules {
    return {
      stored: (place) => this.expected(place),
      // An emptied cell takes its change out.
      read: (text, place) => (text.trim() === '' ? this.expected(place) : this.read(text, place)),
      write: (value, place) => figureText(this.at(place).figure, value),
      kept: (place) => this.saved(place),
      other: (place) => {
        const { figure } = this.at(place)
        return figure.flags ? figureText(figure, 1 - (shownAt(place) ?? 0)) : null
      },
      locked: (place) => this.at(place).line.state === 'ends',
    }
  }

  /** The edit of a cell with a text, with the error of one that is no figure. */
  edit(place: Place, text: string, shownAt: GridCells['value']): Edit {
    const { figure, name } = this.at(place)
    const read = readFigure(this.spec.entity, figure, text)
    const change = this.change(place, typeof read === 'string' ? null : read.value, shownAt)
    return { name, text, change, error: typeof read === 'string' ? read : null }
  }

  /** Texts of cells changed by a percentage of what they show; flags and texts that are no figure stay. */
  byPercent(places: readonly Place[], percent: number, shownAt: GridCells['value']) {
    return places.flatMap((place) => {
      const { figure } = this.at(place)
      const value = shownAt(place)
      if (value === null || figure.flags) return []
      return [{ ...place, text: figureText(figure, changedBy(value, percent, figure.places)) }]
    })
  }

  private expected(place: Place): number {
    const { line, figure } = this.at(place)
    return line.expected[figure.field] ?? 0
  }

  private read(text: string, place: Place): number | null {
    const read = readFigure(this.spec.entity, this.at(place).figure, text)
    return typeof read === 'string' ? null : read.value
  }

  private change(place: Place, value: number | null, shownAt: GridCells['value']): RateChangeInput {
    const { entity, figures } = this.spec
    const { line, figure } = this.at(place)
    if (line.recordId !== null) return { entity, recordId: line.recordId, field: figure.field, new: value }
    // A new lane is written as a whole.
    const now = figures.map(({ field }, column) => [field, shownAt({ ...place, column }) ?? line.expected[field]])
    return { entity, add: { ...line.lane, ...Object.fromEntries(now) } }
  }
}
