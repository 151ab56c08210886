import type { RowCells } from './row-cells.ts'

/** Most characters of a cell that are repeated. */
const MOST_SHOWN = 100

/** Refuses a cell whose origin or destination is on no list, by its text: 'No destination is called "Moon", …'. */
export function refusePlace(cells: RowCells, field: 'shipmentOriginPort' | 'shipmentDestination'): void {
  const noun = field === 'shipmentOriginPort' ? 'origin' : 'destination'
  cells.refuseValue(field, `No ${noun} is called "${cells.text(field).slice(0, MOST_SHOWN)}", or it is hidden`)
}
