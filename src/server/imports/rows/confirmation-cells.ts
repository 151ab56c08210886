import { CHOOSE } from '#contract/lib/messages.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import {
  CONFIRMATION_COLUMNS,
  CONFIRMATION_DAYS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
  confirmationFields,
  UNKNOWN_PLACE,
} from '#contract/orders/confirmation.ts'
import { columnName } from '#server/orders/columns.ts'
import type { References } from './references.ts'
import type { RowCells } from './row-cells.ts'

/** A booking confirmation, its columns named as in SQL. */
export type ConfirmationRecord = Record<string, unknown>

const fields = confirmationFields.pick({ vesselVoyage: true })

/** The booking confirmation of a row; null if none of its cells is filled in. */
export function readConfirmationCells(cells: RowCells, { places, vessels }: References): ConfirmationRecord | null {
  const record: ConfirmationRecord = {}
  for (const place of CONFIRMATION_PLACES) {
    const text = cells.text(place)
    const code = places.get(text.toLowerCase())
    if (text !== '' && code === undefined) cells.refuse(place, UNKNOWN_PLACE)
    record[columnName(place)] = code ?? ''
  }
  for (const time of CONFIRMATION_TIMES) record[columnName(time)] = cells.date(time)?.at ?? null
  for (const day of CONFIRMATION_DAYS) record[columnName(day)] = cells.day(day)?.at ?? null
  const vessel = cells.text('vessel')
  const [found] = vessels.find(vessel)
  if (vessel !== '' && !found) cells.refuse('vessel', CHOOSE)
  const voyage = fields.safeParse({ vesselVoyage: cells.text('vesselVoyage') })
  if (!voyage.success)
    for (const [field, message] of Object.entries(fieldErrors(voyage.error))) cells.refuse(field, message)
  record.vessel_id = found?.id ?? null
  record.vessel_voyage = voyage.data?.vesselVoyage ?? ''
  return Object.values(record).some((value) => value !== null && value !== '') ? record : null
}

/** The columns of a confirmation that an import fills in. */
export const CONFIRMATION_IMPORTED = [
  ...CONFIRMATION_COLUMNS.filter((key) => key !== 'bookingClauses').map(columnName),
  'vessel_id',
]
