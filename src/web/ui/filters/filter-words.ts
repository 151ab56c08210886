import { FILTER_OPERATOR_LABELS, type Filter, type FilterField, hasHours, showPeriod } from '#contract/lib/filters.ts'
import { datesIn } from '#web/lib/format/dates.ts'

/** Values that a chip names before it only counts the others. */
const NAMED = 3

const listed = (values: readonly string[]) =>
  values.length > NAMED ? `${values.slice(0, NAMED).join(', ')} or ${values.length - NAMED} more` : values.join(' or ')

// UTC, because a day is the same in every time zone.
const { date } = datesIn('UTC')

/** The operator's words on a chip: 'is', for one of several too. */
const operatorWords = ({ operator }: Filter) =>
  operator === 'in' ? FILTER_OPERATOR_LABELS.is : FILTER_OPERATOR_LABELS[operator]

/** The values in words; `names` are those of records. */
function valueWords(field: FilterField, { operator, values }: Filter, names: readonly string[]): string {
  const [first = '', last = ''] = values
  if (operator === 'last' || operator === 'next') {
    const [n, unit] = [first.slice(0, -1), hasHours(field) ? 'hour' : 'day']
    return n === '1' ? unit : `${n} ${unit}s`
  }
  if (operator === 'during') return showPeriod(first)
  if (field.kind === 'ref') return listed(names)
  if (field.kind === 'enum')
    return listed(values.map((value) => field.choices.find((choice) => choice.value === value)?.label ?? value))
  const shown = (value: string) => (field.kind === 'date' ? date(value) : value)
  if (operator === 'between') return `${shown(first)} and ${shown(last)}`
  return listed(values.map((value) => (field.kind === 'text' ? `"${value}"` : shown(value))))
}

/** A filter in words: 'Status is In progress or Completed', 'ETA in the next 7 days'. */
export const filterWords = (field: FilterField, filter: Filter, names: readonly string[] = []) =>
  `${field.label} ${operatorWords(filter)} ${valueWords(field, filter, names)}`.trim()
