import type { Change, GridCells, Place, Shown } from './grid-cells.ts'

function markWrong(element: HTMLElement, wrong: boolean): void {
  if (wrong) element.setAttribute('aria-invalid', 'true')
  else element.removeAttribute('aria-invalid')
}

function makeInput({
  heads,
  isFixed,
  decimals,
}: {
  heads: string
  isFixed: boolean
  decimals: boolean
}): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'text'
  input.inputMode = decimals ? 'decimal' : 'numeric'
  input.readOnly = isFixed
  input.autocomplete = 'off'
  input.setAttribute('aria-labelledby', heads)
  return input
}

/** Options of the cells of a grid. */
export interface ViewOptions {
  /** Ids of a cell's row and column heads, which name it. */
  heads: (place: Place) => string
  /** True if its numbers have decimals, for the keyboards of phones. */
  decimals?: boolean
  /** Writes more about a cell into its element, whenever its text is shown. */
  mark?: (box: HTMLElement, place: Place, change: Change | undefined) => void
}

/**
 * The cells on the page: plain text, except for the current one, which has the grid's only input. A browser
 * visits every input for every frame; text costs next to nothing.
 */
export class GridView implements Shown {
  readonly cells: GridCells
  /** The cell with the input. */
  at: Place = { row: 0, column: 0 }
  input: HTMLInputElement | null = null
  private boxes: HTMLElement[] = []
  private lines: HTMLElement[] = []
  private readonly options: ViewOptions

  constructor(cells: GridCells, options: ViewOptions) {
    this.cells = cells
    this.options = options
  }

  /** Takes the rendered rows. */
  attach(body: HTMLElement): void {
    this.boxes = [...body.querySelectorAll('td')]
    this.lines = [...body.querySelectorAll('tr')]
    this.open(this.at)
    this.cells.show(this)
  }

  write(place: Place, text: string, change: Change | undefined): void {
    const box = this.box(place)
    if (!box) return
    const wrong = change?.value === null
    if (this.input?.parentElement === box) {
      if (this.input.value !== text) this.input.value = text
      markWrong(this.input, wrong)
    } else if (box.textContent !== text) box.textContent = text
    box.toggleAttribute('data-changed', change !== undefined)
    markWrong(box, wrong)
    this.options.mark?.(box, place, change)
  }

  /** Scrolls to a cell and moves the input into it, in an order that needs one layout only. */
  focus(place: Place): void {
    this.box(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const left = { place: this.at, box: this.box(this.at), input: this.input }
    this.open(place)
    if (left.box && left.input !== this.input) left.box.textContent = this.cells.text(left.place)
    this.input?.focus({ preventScroll: true })
  }

  placeOf(target: EventTarget | null): Place | null {
    const box = target instanceof Element ? target.closest('td') : null
    const row = box?.parentElement
    return box && row instanceof HTMLTableRowElement ? { row: row.sectionRowIndex, column: box.cellIndex - 1 } : null
  }

  /** Shows the block between two corners as selected, or none: rows draw it, no cell is touched. */
  select(from: Place | null, to: Place | null): void {
    const block = from && to && (from.row !== to.row || from.column !== to.column) ? { from, to } : null
    for (const [row, line] of this.lines.entries()) {
      const within = block !== null && (row - block.from.row) * (row - block.to.row) <= 0
      line.toggleAttribute('data-selected', within)
      if (!within) continue
      line.style.setProperty('--from', `${Math.min(block.from.column, block.to.column)}`)
      line.style.setProperty('--cells', `${Math.abs(block.from.column - block.to.column) + 1}`)
    }
  }

  private box({ row, column }: Place): HTMLElement | undefined {
    return this.boxes[row * this.cells.columns + column]
  }

  /** Replaces a cell's text by an input. */
  private open(place: Place): void {
    const box = this.box(place)
    if (!box || this.input?.parentElement === box) return
    const { heads, decimals = false } = this.options
    const input = makeInput({ heads: heads(place), isFixed: this.cells.isFixed(place), decimals })
    input.value = this.cells.text(place)
    input.setSelectionRange(0, input.value.length)
    markWrong(input, box.getAttribute('aria-invalid') === 'true')
    box.replaceChildren(input)
    this.input = input
    this.at = place
  }
}
