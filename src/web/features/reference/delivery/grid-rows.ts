import type { DeliveryGrid } from '#contract/reference/delivery/delivery.ts'
import type { GridCells } from './grid-cells.ts'

function element(name: string, attributes: Record<string, string>): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

function rowHead(id: number, name: string): HTMLElement {
  const head = element('th', { scope: 'row', role: 'rowheader', id: `d${id}` })
  const text = element('span', {})
  text.textContent = name
  head.append(text)
  return head
}

/** Rows of the grid, built without React, which would never touch these thousands of cells again. */
export function gridRows(grid: DeliveryGrid, cells: GridCells): DocumentFragment {
  const rows = document.createDocumentFragment()
  const blank = element('td', { role: 'gridcell' })
  for (const [row, { depotId, depotName }] of grid.depot.entries()) {
    const line = element('tr', { role: 'row' })
    line.append(rowHead(depotId, depotName))
    for (let column = 0; column < cells.columns; column++) {
      const cell = blank.cloneNode()
      cell.textContent = cells.text({ row, column })
      line.append(cell)
    }
    rows.append(line)
  }
  return rows
}
