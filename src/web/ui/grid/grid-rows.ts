import type { GridCells } from './grid-cells.ts'

/** A row or column of a grid. `id` is that of its head's element. */
export interface Head {
  id: string
  name: string
  /** A word on the row's state, by which its look follows: 'new', 'ends'. */
  state?: string | undefined
}

function element(name: string, attributes: Record<string, string>): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

function rowHead({ id, name, state }: Head): HTMLElement {
  const head = element('th', { scope: 'row', role: 'rowheader', id })
  const text = element('span', {})
  text.textContent = state ? `${name} (${state})` : name
  head.append(text)
  return head
}

/** Rows of the grid, built without React, which would never touch these thousands of cells again. */
export function gridRows(heads: readonly Head[], cells: GridCells): DocumentFragment {
  const rows = document.createDocumentFragment()
  const blank = element('td', { role: 'gridcell' })
  for (const [row, head] of heads.entries()) {
    const line = element('tr', { role: 'row', ...(head.state && { 'data-state': head.state }) })
    line.append(rowHead(head))
    for (let column = 0; column < cells.columns; column++) {
      const cell = blank.cloneNode()
      cell.textContent = cells.text({ row, column })
      line.append(cell)
    }
    rows.append(line)
  }
  return rows
}
