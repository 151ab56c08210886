import type { DateForm } from '#contract/lib/import-options.ts'
import { plainSpelling } from './date-spellings.ts'

/** A date as its text has it, on the clock of its offset if it has one. */
export interface Written {
  year: number
  month: number
  day: number
  /** Undefined for a date without a time. */
  hour: number | undefined
  minute: number
  second: number
  /** Minutes ahead of UTC; undefined for the time zone of the forwarder. */
  offset: number | undefined
}

/** The dates that a text may mean: one, or one for each order of its day and month that makes sense. */
export interface Readings {
  /** Null for a text that names the month, or begins with the year: it means one day only. */
  forms: ReadonlyMap<DateForm, Written> | null
  written: Written
  /** The order that the text has unless the column shows another; null for none. */
  usual: DateForm | null
  /** Whether dots stand between the figures: they say nothing of dates with slashes, nor those of dots. */
  dotted: boolean
  /** The weekday beside it, as it is written, if none of its dates is on it. */
  otherWeekday?: string
}

/** Languages of the trade's papers, and others in which months have names of their own. */
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt']
const MORE_LANGUAGES = ['sv', 'da', 'nb', 'pl', 'cs', 'ru', 'tr', 'id']
const letters = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()

/** Months by their names without accents, by themselves and beside a day: 'grudzień', '1 grudnia'. */
function namesOfMonths(): ReadonlyMap<string, number> {
  const names = new Map([['sept', 9]])
  for (const language of [...LANGUAGES, ...MORE_LANGUAGES])
    for (const month of ['short', 'long'] as const)
      for (const more of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { month, ...more, timeZone: 'UTC' })
        for (let index = 0; index < 12; index++) {
          const parts = format.formatToParts(Date.UTC(2026, index, 15))
          names.set(letters(parts.find(({ type }) => type === 'month')?.value ?? ''), index + 1)
        }
      }
  return names
}
const MONTHS = namesOfMonths()

/** Signs of weekdays from Sunday, and the words before or after them. */
const EAST_ASIAN_DAYS: readonly (readonly [signs: string, before: readonly string[], after: readonly string[]])[] = [
  ['日月火水木金土', [''], ['', '曜', '曜日']],
  ['日一二三四五六', ['周', '週', '星期', '礼拜', '禮拜'], ['']],
  ['天一二三四五六', ['周', '週', '星期', '礼拜', '禮拜'], ['']],
  ['일월화수목금토', [''], ['', '요일']],
]

/** Weekdays by their names in the languages of months, 0 for Sunday; English ones also cut short. */
function namesOfWeekdays(): ReadonlyMap<string, number> {
  const names = new Map([['weds', 3]])
  for (const [signs, before, after] of EAST_ASIAN_DAYS)
    for (const [day, sign] of [...signs].entries())
      for (const one of before) for (const other of after) names.set(letters(one + sign + other), day)
  for (const language of LANGUAGES)
    for (const weekday of ['short', 'long'] as const) {
      const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      // November 1 2026 is a Sunday.
      for (let day = 0; day < 7; day++) {
        const name = letters(format(Date.UTC(2026, 10, 1 + day)))
        names.set(name, day)
        if (language === 'en')
          for (let length = 3; length < name.length; length++) names.set(name.slice(0, length), day)
      }
    }
  return names
}
const WEEKDAYS = namesOfWeekdays()
const WORD = /[\p{L}\p{M}]+(?:-feira)?/gu

/** A text without the weekday beside its date, '(Tue)' or 'Tue,'; `weekday` is 0 for Sunday. Null without one. */
function withoutWeekday(text: string): { rest: string; weekday: number; name: string } | null {
  for (const { 0: name, index } of text.matchAll(WORD)) {
    const weekday = WEEKDAYS.get(letters(name))
    if (weekday === undefined) continue
    const [before, after] = [text.slice(0, index), text.slice(index + name.length)]
    return { rest: `${before.replace(/[ (,]+$/, '')} ${after.replace(/^[ ).,-]+/, '')}`.trim(), weekday, name }
  }
  return null
}

const SEPARATED = '(?: ?([-/.]) ?)'
const YEAR_FIRST = /^(\d{4})(?: ?([-/.]) ?)(\d{1,2})(?: ?\2 ?)(\d{1,2})\.?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const IN_FIGURES = new RegExp(String.raw`^(\d{1,2})${SEPARATED}(\d{1,2})(?: ?\2 ?)(\d{4}|\d{2})\.?$`)
/** '20 November 2026', '20-Nov-26', '20. Nov. 2026', '20th of November, 2026', '20 de noviembre de 2026'. */
const DAY_AND_NAME =
  /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -/]*(?:of |de )?([\p{L}\p{M}]+)\.?,?[ -/]*(?:de )?(\d{4}|\d{2})$/u
/** 'Nov 20, 2026', 'November 20th 2026', 'Nov/20/2026'. */
const NAME_AND_DAY = /^([\p{L}\p{M}]+)\.? ?[-/]?(\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ /-])(\d{4}|\d{2})$/u
/** '2026-Nov-20', '2026 November 20'. */
const YEAR_AND_NAME = /^(\d{4})[ -/]?([\p{L}\p{M}]+)\.?[ -/]?(\d{1,2})$/u

const CLOCK = String.raw`(\d{1,2})(?::|h)(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?`
const HALF = String.raw`(?: ?([ap])\.?m\.?)?`
const OFFSET = String.raw`(?: ?(?:(z|utc|gmt)|(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?))?`
const TIME = new RegExp(String.raw`^(.*?\S)(?:t|,? +)${CLOCK}${HALF}${OFFSET}$`, 'i')
/** A time without minutes: '9 AM'. */
const HOUR = /^(.*?\S),? +(\d{1,2}) ?([ap])\.?m\.?$/i

type Time = Pick<Written, 'hour' | 'minute' | 'second' | 'offset'>
const NO_TIME: Time = { hour: undefined, minute: 0, second: 0, offset: undefined }

/** The hour of a clock of twelve or 24 hours, 24 at the end of a day; null for one that it does not show. */
function hourOf(hour: number, half: string | undefined, isWhole = false): number | null {
  if (hour > 23) return hour === 24 && isWhole && half === undefined ? hour : null
  const isAfternoon = half?.toLowerCase() === 'p'
  // '13:05 PM' and '0:05 AM' say the same thing twice.
  if (half === undefined || (isAfternoon && hour > 12)) return hour
  return hour > 12 ? null : (hour % 12) + (isAfternoon ? 12 : 0)
}

/** Minutes ahead of UTC; undefined for none, null for one that no clock has. */
function offsetOf(utc?: string, sign?: string, hours?: string, minutes?: string): number | undefined | null {
  if (utc !== undefined) return 0
  if (sign === undefined) return undefined
  const ahead = Number(hours) * 60 + Number(minutes ?? 0)
  return Number(minutes ?? 0) > 59 || ahead > 14 * 60 ? null : sign === '-' ? -ahead : ahead
}

/** A text as the date and the time in it; null for a time that no clock shows. */
function timeOf(text: string): { date: string; time: Time } | null {
  const found = TIME.exec(text)
  if (found) {
    const [, date = '', hours, minutes, seconds, half, utc, sign, ahead, more] = found
    const hour = hourOf(Number(hours), half, Number(minutes) === 0 && Number(seconds ?? 0) === 0)
    const offset = offsetOf(utc, sign, ahead, more)
    const [minute, second] = [Number(minutes), Number(seconds ?? 0)]
    if (hour === null || offset === null || minute > 59 || second > 59) return null
    return { date, time: { hour, minute, second, offset } }
  }
  const whole = HOUR.exec(text)
  if (!whole) return { date: text, time: NO_TIME }
  const hour = hourOf(Number(whole[2]), whole[3])
  return hour === null ? null : { date: whole[1] ?? '', time: { ...NO_TIME, hour } }
}

/** The first year of two digits that is one of the last century: dates before 1970 are none of ours. */
const LAST_CENTURY = 70
const yearOf = (figures: string) =>
  figures.length === 4 ? Number(figures) : Number(figures) + (Number(figures) < LAST_CENTURY ? 2000 : 1900)

/** The date of these figures; null if there is none, or it is beyond those that we keep. */
function dateOf(figures: string, month: number, day: number, time: Time): Written | null {
  const year = yearOf(figures)
  const real = new Date(Date.UTC(year, month - 1, day))
  const exists = real.getUTCMonth() === month - 1 && real.getUTCDate() === day
  return exists && year >= 1970 && year <= 2199 ? { year, month, day, ...time } : null
}

const certain = (written: Written | null): Readings | null =>
  written && { forms: null, written, usual: null, dotted: false }

/** A date with the name of its month. */
function namedDate(date: string, time: Time): Readings | null {
  const dayFirst = DAY_AND_NAME.exec(date)
  const nameFirst = dayFirst ? null : NAME_AND_DAY.exec(date)
  const yearFirst = dayFirst || nameFirst ? null : YEAR_AND_NAME.exec(date)
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : nameFirst
      ? [nameFirst[2], nameFirst[1], nameFirst[3]]
      : [yearFirst?.[3], yearFirst?.[2], yearFirst?.[1]]
  const month = MONTHS.get(letters(name ?? ''))
  return month === undefined ? null : certain(dateOf(year ?? '', month, Number(day), time))
}

/** A date in figures whose year comes last, or has two digits. */
function openDate(date: string, time: Time): Readings | null {
  const found = IN_FIGURES.exec(date)
  if (!found) return null
  const [, a = '', sign, b = '', c = ''] = found
  const forms = new Map<DateForm, Written>()
  const add = (form: DateForm, written: Written | null) => written && forms.set(form, written)
  add('dmy', dateOf(c, Number(b), Number(a), time))
  // Dots are never month, day and year, unless that alone is a date.
  if (sign !== '.' || forms.size === 0) add('mdy', dateOf(c, Number(a), Number(b), time))
  if (c.length === 2 && a.length === 2) add('ymd', dateOf(a, Number(b), Number(c), time))
  const usual = sign === '.' ? 'dmy' : sign === '/' && c.length === 4 ? 'mdy' : null
  const [written] = forms.values()
  return written ? { forms, written, usual, dotted: sign === '.' } : null
}

/** Most characters of a date: longer texts are none, and are not searched for one. */
const LONGEST = 80

function plainReadings(text: string): Readings | null {
  const parts = timeOf(text)
  if (!parts) return null
  const { date, time } = parts
  const iso = YEAR_FIRST.exec(date)
  if (iso) return certain(dateOf(iso[1] ?? '', Number(iso[3]), Number(iso[4]), time))
  const compact = COMPACT.exec(date)
  if (compact) return certain(dateOf(compact[1] ?? '', Number(compact[2]), Number(compact[3]), time))
  return openDate(date, time) ?? namedDate(date, time)
}

const weekdayOf = ({ year, month, day }: Written) => new Date(Date.UTC(year, month - 1, day)).getUTCDay()

/** The readings that are a weekday: 'Sat 05/12/2026' is December 5. */
function onWeekday(readings: Readings, weekday: number, name: string): Readings {
  const isOne = (written: Written) => weekdayOf(written) === weekday
  const forms = readings.forms && new Map([...readings.forms].filter(([, written]) => isOne(written)))
  const written = forms ? [...forms.values()][0] : isOne(readings.written) ? readings.written : undefined
  return written ? { ...readings, forms, written } : { ...readings, otherWeekday: name }
}

/** The dates that a text may mean; null if it is no date. */
export function readingsOf(text: string): Readings | null {
  if (text.length > LONGEST || !/\p{Nd}/u.test(text)) return null
  const plain = plainSpelling(text)
  // 'Mar 5, 2026' is a day of March, 'mar 05/03/2026' a Tuesday.
  const whole = plainReadings(plain)
  if (whole) return whole
  const found = withoutWeekday(plain)
  const readings = found && plainReadings(found.rest)
  return readings && onWeekday(readings, found.weekday, found.name)
}
