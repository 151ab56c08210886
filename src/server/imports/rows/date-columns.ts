import { plainSigns } from '#contract/imports/listed-events.ts'
import { type ColumnForm, DATE_FORMS, type DateForm } from '#contract/lib/import-options.ts'
import { type Readings, readingsOf, type Written } from './written-dates.ts'

/** What dates in figures show of their form. */
interface FormsShown {
  /** The forms that make sense of every date in figures; null without such dates. */
  fits: DateForm[] | null
  /** The forms that make sense of any of them. */
  some: DateForm[]
  /** The form that dates with such signs usually have: '05/12/2026' month/day, '05.12.26' the day first. */
  usual: DateForm | null
  /** The first date that may be two days. */
  open: string | null
}
/** What the cells of a column show of the form of its dates: with slashes or dashes, and with dots. */
export interface DatesShown extends FormsShown {
  /** Whether any date begins with its year. */
  yearFirst: boolean
  /** Absent without such dates. */
  dots?: FormsShown
}
const noForms = (): FormsShown => ({ fits: null, some: [], usual: null, open: null })
export const noDates = (): DatesShown => ({ yearFirst: false, ...noForms() })

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
    if (!readings || readings.otherWeekday !== undefined) continue
    const { forms, usual, dotted } = readings
    if (!forms) {
      shown.yearFirst ||= YEAR_FIRST.test(text)
      continue
    }
    if (dotted) shown.dots ??= noForms()
    const of = dotted && shown.dots ? shown.dots : shown
    of.fits = (of.fits ?? [...DATE_FORMS]).filter((form) => forms.has(form))
    of.some = DATE_FORMS.filter((form) => forms.has(form) || of.some.includes(form))
    if (!isOpen(forms)) continue
    of.usual ??= usual
    of.open ??= text
  }
}

/** How dates in figures are read. */
interface DatesRead {
  /** Null where nothing decides: what may be two days is a problem. */
  form: DateForm | null
  /** True if no form fits all of them: none in figures is read. */
  torn: boolean
  /** A date that might be read otherwise; null for none. */
  ambiguous: string | null
}
/** How the dates of a column are read: with slashes or dashes, and with dots. */
export interface DateColumn extends DatesRead {
  dots: DatesRead
}

/** How the dates of a whole file are read. */
export interface FileDates {
  /** The form that somebody chose for this very file. */
  chosen: DateForm | undefined
  /** The form of an earlier file: it counts where a column decides nothing. Absent if this file proves another. */
  remembered: DateForm | undefined
  /** The form that its dates prove, of columns that show no other; null for none. */
  proven: DateForm | null
  provenByDots: DateForm | null
}

/** The one form that fits all dates of all columns that have only one; null if they differ, or there is none. */
function provenBy(all: readonly (FormsShown | undefined)[]): DateForm | null {
  const forms = new Set(all.flatMap((shown) => (shown?.fits?.length === 1 ? shown.fits : [])))
  const [form = null] = forms
  return forms.size === 1 ? form : null
}

/** How the dates of a file are read whose columns of dates show this; `asLastTime` for the option of an earlier file. */
export function datesOfFile(
  { option, asLastTime }: { option: DateForm | null | undefined; asLastTime: boolean },
  all: readonly DatesShown[],
): FileDates {
  const form = option ?? undefined
  const fitting = all.flatMap(({ fits, dots }) => [fits, dots?.fits]).filter((fits) => fits != null)
  const isRefuted = fitting.length > 0 && fitting.every(([first, second]) => first && !second && first !== form)
  return {
    chosen: asLastTime ? undefined : form,
    remembered: asLastTime && !isRefuted ? form : undefined,
    proven: provenBy(all),
    provenByDots: provenBy(all.map(({ dots }) => dots)),
  }
}

function datesRead(
  { fits, some, usual, open }: FormsShown,
  { chosen, remembered }: FileDates,
  proven: DateForm | null,
): DatesRead {
  const canBe = (form: DateForm | undefined) => form && (!fits || some.includes(form))
  const certain = fits?.length === 1 ? fits[0] : undefined
  const form = canBe(chosen) ? chosen : (certain ?? (canBe(remembered) ? remembered : undefined))
  if (form) return { form, torn: false, ambiguous: null }
  if (!fits || fits.length === 0) return { form: null, torn: fits !== null, ambiguous: null }
  const likely = [proven, usual].find((form) => form && fits.includes(form)) ?? null
  return { form: likely, torn: false, ambiguous: open }
}

/**
 * The form of a column's dates: as chosen for the file unless none of its dates can be read so, else as its dates
 * show, else as for an earlier file, else as other columns prove, else the usual one. What its own dates leave open is `ambiguous`.
 */
export const dateColumn = (shown: DatesShown, file: FileDates): DateColumn => ({
  ...datesRead(shown, file, file.proven),
  dots: datesRead(shown.dots ?? noForms(), file, file.provenByDots),
})

/** The form of a column as it is shown: that of its slashes, which dots beside them say nothing of. */
export function shownDates(shown: DatesShown, column: DateColumn): Pick<ColumnForm, 'dateForm' | 'ambiguous'> {
  const read = shown.fits || !shown.dots ? column : column.dots
  return {
    dateForm: shown.fits || shown.dots ? read.form : shown.yearFirst ? 'ymd' : null,
    ambiguous: read.ambiguous ?? column.dots.ambiguous,
  }
}

const IN_WORDS: Record<DateForm, string> = { dmy: 'day/month/year', mdy: 'month/day/year', ymd: 'year/month/day' }
const CHOOSE = 'Choose the form of dates, or write 2026-11-20'
const AMBIGUOUS = `This may be two days. ${CHOOSE}`
const TORN = `Some dates of this column begin with the day, others with the month. ${CHOOSE}`
const onOtherDay = (weekday: string) => `This date is on another weekday than '${weekday}': mend one of them`
const doesNotFit = (form: DateForm) => `This is no date as ${IN_WORDS[form]}. ${CHOOSE}`

/** The date that a text means in its column, or the problem. */
export function dateIn(
  { forms, written, dotted, otherWeekday }: Readings,
  column: DateColumn,
): Written | { problem: string } {
  if (otherWeekday !== undefined) return { problem: onOtherDay(otherWeekday) }
  if (!forms) return written
  const { form, torn } = dotted ? column.dots : column
  if (torn) return { problem: TORN }
  if (form) return forms.get(form) ?? { problem: doesNotFit(form) }
  return isOpen(forms) ? { problem: AMBIGUOUS } : written
}
