import { plainSigns } from '#contract/imports/listed-events.ts'
import { type ColumnForm, DATE_FORMS, type DateForm } from '#contract/lib/import-options.ts'
import { type Readings, readingsOf, type Written } from './written-dates.ts'

/** What the cells of a column show of the form of its dates. */
export interface DatesShown {
  /** Whether any date begins with its year. */
  yearFirst: boolean
  /** The forms that make sense of every date in figures; null without such dates. */
  fits: DateForm[] | null
  /** The forms that make sense of any of them. */
  some: DateForm[]
  /** The form that dates with such signs usually have: '05/12/2026' month/day, '05.12.26' the day first. */
  usual: DateForm | null
  /** The first date that may be two days. */
  open: string | null
}
export const noDates = (): DatesShown => ({ yearFirst: false, fits: null, some: [], usual: null, open: null })

const YEAR_FIRST = /^\p{Nd}{4}/u
const dayOf = ({ year, month, day }: Written) => `${year}-${month}-${day}`
/** Whether the forms of a date mean different days: 05/05/2026 is one. */
const isOpen = (forms: ReadonlyMap<DateForm, Written>) => new Set([...forms.values()].map(dayOf)).size > 1

/** The dates in a cell: itself, or those in a list of events, 'Departed @ 2026-11-20; Arrived @ 2026-12-14'. */
const datesIn = (cell: string) => {
  const list = plainSigns(cell)
  return list.includes('@') ? list.split(';').map((part) => part.slice(part.lastIndexOf('@') + 1).trim()) : [cell]
}

/** Adds what a cell shows. */
export function showDates(shown: DatesShown, cell: string): void {
  for (const text of datesIn(cell)) {
    const readings = readingsOf(text)
    if (!readings) continue
    const { forms, usual } = readings
    if (!forms) {
      shown.yearFirst ||= YEAR_FIRST.test(text)
      continue
    }
    shown.fits = (shown.fits ?? [...DATE_FORMS]).filter((form) => forms.has(form))
    shown.some = DATE_FORMS.filter((form) => forms.has(form) || shown.some.includes(form))
    if (!isOpen(forms)) continue
    shown.usual ??= usual
    shown.open ??= text
  }
}

/** The form in which a column is read. */
export interface DateColumn {
  /** Null where nothing decides: what may be two days is a problem. */
  form: DateForm | null
  /** True if no form fits all dates of the column: none in figures is read. */
  torn: boolean
  /** A date that might be read otherwise; null for none. */
  ambiguous: string | null
}

/**
 * The form of a column's dates: as chosen for the file unless none of its dates can be read so, else as its dates
 * show, else the usual one.
 */
export function dateColumn({ fits, some, usual, open }: DatesShown, chosen: DateForm | undefined): DateColumn {
  if (chosen && (!fits || some.includes(chosen))) return { form: chosen, torn: false, ambiguous: null }
  if (!fits) return { form: null, torn: false, ambiguous: null }
  const [first, second] = fits
  if (!second) return { form: first ?? null, torn: !first, ambiguous: null }
  return { form: usual && fits.includes(usual) ? usual : null, torn: false, ambiguous: open }
}

/** The form of a column as it is shown. */
export const shownDates = (shown: DatesShown, column: DateColumn): Pick<ColumnForm, 'dateForm' | 'ambiguous'> => ({
  dateForm: shown.fits ? column.form : shown.yearFirst ? 'ymd' : null,
  ambiguous: column.ambiguous,
})

const IN_WORDS: Record<DateForm, string> = { dmy: 'day/month/year', mdy: 'month/day/year', ymd: 'year/month/day' }
const CHOOSE = 'Choose the form of dates, or write 2026-11-20'
const AMBIGUOUS = `This may be two days. ${CHOOSE}`
const TORN = `Some dates of this column begin with the day, others with the month. ${CHOOSE}`
const doesNotFit = (form: DateForm) => `This is no date as ${IN_WORDS[form]}. ${CHOOSE}`

/** The date that a text means in its column, or the problem. */
export function dateIn({ forms, written }: Readings, { form, torn }: DateColumn): Written | { problem: string } {
  if (!forms) return written
  if (torn) return { problem: TORN }
  if (form) return forms.get(form) ?? { problem: doesNotFit(form) }
  return isOpen(forms) ? { problem: AMBIGUOUS } : written
}
