import { lookAlike } from '#contract/lib/look-alikes.ts'
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

const PLACES: readonly string[] = CONFIRMATION_PLACES
const TIMES: readonly string[] = CONFIRMATION_TIMES
const DAYS: readonly string[] = CONFIRMATION_DAYS

/** Fields of a confirmation that an import reads: booking clauses are rich text. */
export const CONFIRMATION_FIELDS: readonly string[] = [
  ...CONFIRMATION_COLUMNS.filter((key) => key !== 'bookingClauses'),
  'vessel',
]

/** The column behind a field of the confirmation. */
export const confirmationColumn = (field: string) => (field === 'vessel' ? 'vessel_id' : columnName(field))

/** The value of a cell as the column keeps it: null or '' if it is empty or wrong; the cells keep the problem. */
export function confirmationValue(cells: RowCells, field: string, { placeOf, vessels }: References): unknown {
  const text = cells.text(field)
  if (PLACES.includes(field)) {
    const code = placeOf(text)
    if (text !== '' && code === undefined) cells.refuseValue(field, lookAlike(text) ?? UNKNOWN_PLACE)
    return code ?? ''
  }
  if (TIMES.includes(field)) return cells.date(field)?.at ?? null
  if (DAYS.includes(field)) return cells.day(field)?.at ?? null
  if (field === 'vessel') {
    const [found, other] = vessels.find(text)
    if (text !== '' && !found) cells.refuseValue('vessel', CHOOSE)
    if (other) cells.refuse('vessel', 'Several vessels have this name: write the IMO number of one')
    return found?.id ?? null
  }
  const voyage = fields.safeParse({ vesselVoyage: text })
  if (!voyage.success) for (const [at, message] of Object.entries(fieldErrors(voyage.error))) cells.refuse(at, message)
  return voyage.data?.vesselVoyage ?? ''
}

/** The booking confirmation of a row; null if none of its cells is filled in. */
export function readConfirmationCells(cells: RowCells, references: References): ConfirmationRecord | null {
  const record = Object.fromEntries(
    CONFIRMATION_FIELDS.map((field) => [confirmationColumn(field), confirmationValue(cells, field, references)]),
  )
  return Object.values(record).some((value) => value !== null && value !== '') ? record : null
}

/** The columns of a confirmation that an import fills in. */
export const CONFIRMATION_IMPORTED = CONFIRMATION_FIELDS.map(confirmationColumn)
