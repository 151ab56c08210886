import { FOLLOWED, SAILING_CUT_OFFS, SAILING_DATES, SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import classes from './plain-table.module.css'

interface DifferenceTableProps {
  /** Fields of a booking confirmation, with its value and the sailing's. */
  differs: readonly { field: string; value: string | null; sailing: string }[]
}

const fields: Partial<Record<string, keyof typeof SAILING_LABELS>> = FOLLOWED
/** The field of the sailing that a field of a confirmation follows. */
export const fieldOfSailing = (field: string) => fields[field] ?? 'reference'
const isOneOf = (dates: readonly string[], field: string | undefined) => dates.some((each) => each === field)
const days = datesIn('UTC')

/** The fields in which a booking confirmation differs from its sailing, side by side. */
export function DifferenceTable({ differs }: DifferenceTableProps) {
  const { dateTime } = useDates()
  const shown = (field: string, value: string | null) => {
    const of = fields[field]
    if (value === null) return EMPTY
    if (isOneOf(SAILING_CUT_OFFS, of)) return dateTime(value)
    return isOneOf(SAILING_DATES, of) ? days.date(value) : value
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Order</th>
          <th scope="col">Sailing</th>
        </tr>
      </thead>
      <tbody>
        {differs.map(({ field, value, sailing }) => (
          <tr key={field}>
            <th scope="row">{SAILING_LABELS[fieldOfSailing(field)]}</th>
            <td>{shown(field, value)}</td>
            <td>{shown(field, sailing)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
