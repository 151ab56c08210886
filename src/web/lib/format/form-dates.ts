import { fold } from '#contract/lib/fold.ts'
import { isoDay, wallClock } from '#contract/lib/format.ts'
import { instantAt } from '#contract/lib/zones.ts'

/** The time zone whose clock says what today is, for days typed as '+3' or 'fri'. */
let clock = 'UTC'

/** Names the time zone in which people type days. */
export const typeDaysIn = (timeZone: string): void => {
  clock = timeZone
}

/** Today on the clock of the time zone in which people type days, 'yyyy-MM-dd'. */
export const today = () => isoDay(new Date().toISOString(), clock)

/** Hours, minutes, and 'a' or 'p' of a clock with twelve hours. */
const TIME = /^(\d{1,2})(?:[:. h]?(\d{2})|(?=h| ?[ap]))(?: ?(?:h|([ap])\.?m\.?))?$/

/** The message at an unreadable day, with today as the example. */
export function notADate(): string {
  const [year, month, day] = today().split('-')
  return `This is not a date. Type it as ${month}/${day}/${year}.`
}
/** The message at an unreadable time. */
export const NOT_A_TIME = 'This is not a time. Type it as 8:00 or 14:30.'

const two = (value: number | string) => String(value).padStart(2, '0')

const DAY_MS = 86_400_000
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const WORDS: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 }

/** The index of the name that begins like a text of three letters or more; -1 for none. */
const named = (names: readonly string[], text: string) =>
  text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text))

/** Parts of a typed day in each order in which people type them; a year may be missing or have two digits. */
const ORDERS: [pattern: RegExp, parts: (found: string[]) => [year: string, month: string, day: string]][] = [
  [/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, ([, year = '', , month = '', day = '']) => [year, month, day]],
  [/^(\d{4})年(\d{1,2})月(\d{1,2})日$/, ([, year = '', month = '', day = '']) => [year, month, day]],
  // No country writes the month first with dots.
  [/^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2})?)?$/, ([, day = '', month = '', year = '']) => [year, month, day]],
  [/^(\d{1,2})([-/ ])(\d{1,2})(?:\2(\d{4}))?$/, ([, month = '', , day = '', year = '']) => [year, month, day]],
  [
    /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]?([a-z]+)\.?(?:,?[ -]?(\d{4}|\d{2}))?$/,
    ([, day = '', month = '', year = '']) => [year, monthOf(month), day],
  ],
  [
    /^([a-z]+)\.?[ /-]?(\d{1,2})(?:st|nd|rd|th)?(?:(?:, ?|[ /-])(\d{4}|\d{2}))?$/,
    ([, month = '', day = '', year = '']) => [year, monthOf(month), day],
  ],
]
const monthOf = (name: string) => String(named(MONTHS, name) + 1)

/** The day with these numbers; null if there is none from 1970 to 2199. */
function existing(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1970 && year < 2200 ? `${year}-${two(month)}-${two(day)}` : null
}

/** Days from one day to another. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

const later = (day: string, days: number) => {
  const date = new Date(Date.parse(day) + days * DAY_MS)
  return Number.isNaN(date.getTime())
    ? null
    : existing(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

/** A day by its distance from today: '+3', '-2', '+1w', 'tomorrow', 'fri' for the next one, 'last fri'. */
function relative(text: string, from: string): string | null {
  const [, sign, count, unit] = /^([+-]) ?(\d{1,4})(w)?$/.exec(text) ?? []
  if (count) return later(from, Number(`${sign}${count}`) * (unit ? 7 : 1))
  const days = WORDS[text]
  if (days !== undefined) return later(from, days)
  const [, which, name = ''] = /^(?:(next|last) )?([a-z]+)$/.exec(text) ?? []
  const weekday = named(WEEKDAYS, name)
  if (weekday < 0) return null
  const ahead = (weekday - new Date(from).getUTCDay() + 7) % 7
  return later(from, which === 'last' ? ahead - 7 : ahead || 7)
}

function written(text: string, from: string): string | null {
  for (const [pattern, parts] of ORDERS) {
    const found = pattern.exec(text)
    if (!found) continue
    const [year, month, day] = parts(found)
    const on = (of: number) => existing(of, Number(month), Number(day))
    if (year !== '') return on(Number(year.length === 2 ? `20${year}` : year))
    // Without a year, the nearest one is meant.
    const now = Number(from.slice(0, 4))
    const near = [now - 1, now, now + 1].flatMap((of) => on(of) ?? [])
    return near.toSorted((a, b) => Math.abs(daysBetween(from, a)) - Math.abs(daysBetween(from, b)))[0] ?? null
  }
  return null
}

/**
 * A day as people type it, as 'yyyy-MM-dd': '12/05/2026', '5.12.2026', '2026-12-05', '5 dec', 'Dec 5, 2026', '+3',
 * 'fri', 'today', also in full-width characters and with its weekday. Null if there is no such day, if it has another
 * weekday, or if it is not said which one it is ('05122026').
 */
export function readDay(typed: string, from = today()): string | null {
  const text = plain(typed)
  const [, first = '', after = ''] = /^([a-z]{3,9})\.?,? (.*\d.*)$/.exec(text) ?? []
  const [, before = '', last = ''] = /^(.*\d.*?),? ?\(?([a-z]{3,9})\.?\)?$/.exec(text) ?? []
  const isFirst = named(WEEKDAYS, first) >= 0
  const [weekday, rest] = isFirst ? [named(WEEKDAYS, first), after] : [named(WEEKDAYS, last), before]
  if (weekday < 0) return relative(text, from) ?? written(text, from)
  const day = written(rest, from)
  return day && new Date(day).getUTCDay() === weekday ? day : null
}

/** Whether a typed day is read in the nearest year, since it says none: '5/12', but neither 'fri' nor '+200'. */
export function isWithoutYear(typed: string): boolean {
  const text = plain(typed)
  if (!/^\D*\d/.test(text) || /^[+-]/.test(text)) return false
  const now = today()
  return readDay(text, now) !== readDay(text, `${Number(now.slice(0, 4)) + 2}-01-01`)
}

/** A text as it is read: without case and forms of signs; input methods type a full stop of their own. */
const plain = (typed: string) => fold(typed).replaceAll('。', '.')

/** A time as people type it ('9:05', '0905', '17.00', '5pm', '17h') as 'HH:mm'; null if there is no such time. */
export function readTime(typed: string): string | null {
  const [, typedHours, minutes = '00', half] = TIME.exec(plain(typed)) ?? []
  const hours = Number(typedHours)
  if (typedHours === undefined || Number(minutes) > 59 || hours > 23) return null
  if (!half) return `${two(hours)}:${minutes}`
  return hours < 1 || hours > 12 ? null : `${two((hours % 12) + (half === 'p' ? 12 : 0))}:${minutes}`
}

/** What is wrong with a typed time; null if nothing is. */
export const timeProblem = (typed: string): string | null =>
  typed.trim() === '' ? 'Enter a time' : readTime(typed) === null ? NOT_A_TIME : null

/** A day and its time typed as one ('5 dec 17:00', '2026-12-05T17:00'); null if the text is not both. */
export function readDayAndTime(typed: string): { day: string; time: string } | null {
  const text = typed.trim()
  for (const { index } of text.matchAll(/(?<=\d)[tT](?=\d)|,? +/g)) {
    const [day, time] = [readDay(text.slice(0, index)), readTime(text.slice(index + 1).replace(/^ /, ''))]
    if (day && time) return { day, time }
  }
  return null
}

/** The weekday of a day, 'Sat'. */
export const weekdayOf = (day: string) => {
  const name = WEEKDAYS[new Date(day).getUTCDay()] ?? ''
  return name.charAt(0).toUpperCase() + name.slice(1, 3)
}

/** A day in ISO form as 'MM/dd/yyyy'. */
export const showDay = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

/** An instant as forms show it in a time zone: { day: '11/20/2026', time: '09:05' }; '' for none. */
export function formDateTime(iso: string | null, timeZone: string): { day: string; time: string } {
  const clock = iso ? wallClock(iso, timeZone) : null
  if (!clock) return { day: '', time: '' }
  return {
    day: `${two(clock.month)}/${two(clock.day)}/${clock.year}`,
    time: `${two(clock.hour)}:${two(clock.minute)}`,
  }
}

/**
 * The instant (ISO 8601 in UTC) of a typed day and time on the clock of a time zone; null if either is
 * invalid. A time that is skipped in spring becomes the one an hour later; of one that comes twice, the first
 * is meant.
 */
export function instantOf(day: string, time: string, timeZone: string): string | null {
  const [date, clock] = [readDay(day), readTime(time)]
  return date && clock ? new Date(instantAt(Date.parse(`${date}T${clock}Z`), timeZone)).toISOString() : null
}
