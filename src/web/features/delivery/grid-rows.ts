import type { DeliveryGrid } from '#contract/delivery.ts'
import type { GridCells } from './grid-cells.ts'

function element(name: string, attributes: Record<string, string>): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

function rowHead(id: number, name: string): HTMLElement {
  const head = element('th', { scope: 'row', role: 'rowheader', id: `d${id}`, title: name })
  const text = element('span', {})
  text.textContent = name
  head.append(text)
  return head
}

/**
 * The rows of the grid, for its tbody. Made without React, which takes a third of a second for some thousand inputs that
 * it would never touch again.
 */
export function gridRows(grid: DeliveryGrid, cells: GridCells): DocumentFragment {
  const rows = document.createDocumentFragment()
  for (const [row, { depotId, depotName }] of grid.depot.entries()) {
    const line = element('tr', { role: 'row' })
    line.append(rowHead(depotId, depotName))
    for (const [column, { cartageId }] of grid.cartage.entries()) {
      const field = element('input', {
        type: 'text',
        inputmode: 'numeric',
        autocomplete: 'off',
        tabindex: row === 0 && column === 0 ? '0' : '-1',
        'data-cell': String(row * cells.columns + column),
        'aria-labelledby': `d${depotId} c${cartageId}`,
        value: cells.text({ row, column }),
      })
      const cell = element('td', { role: 'gridcell' })
      cell.append(field)
      line.append(cell)
    }
    rows.append(line)
  }
  return rows
}
