/** A date as a mail shows it. */
export interface ShownDate {
  /** The date whose fields in UTC are what is shown. */
  clock: Date
  /** The name of its zone; '' for a day, and for a time without one. */
  zone: string
  /** The instant itself, in milliseconds. */
  instant: number
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DAY_MS = 86_400_000
const SHORT = 3

const monthOf = ({ clock }: ShownDate) => MONTHS[clock.getUTCMonth()] ?? ''
const weekdayOf = ({ clock }: ShownDate) => WEEKDAYS[clock.getUTCDay()] ?? ''
const hour12 = ({ clock }: ShownDate) => clock.getUTCHours() % 12 || 12
const dayOfYear = ({ clock }: ShownDate) =>
  Math.floor((clock.getTime() - Date.UTC(clock.getUTCFullYear(), 0, 1)) / DAY_MS) + 1
/** The week of the year; days before its first Sunday (0) or Monday (1) are in week 0. */
const weekOf = (date: ShownDate, firstDay: number) =>
  Math.floor((dayOfYear(date) + 6 - ((date.clock.getUTCDay() - firstDay + 7) % 7)) / 7)

/** Year and week of ISO 8601, which are those of the week's Thursday. */
function isoWeek({ clock }: ShownDate): { year: number; week: number } {
  const thursday = new Date(clock.getTime() + (4 - (clock.getUTCDay() || 7)) * DAY_MS)
  const year = thursday.getUTCFullYear()
  return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1 }
}

function ordinalOf({ clock }: ShownDate): string {
  const day = clock.getUTCDate()
  return day > 10 && day < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
}

/** '+0800', or '+08:00': what the zone is ahead when its clocks show a time; '' for a date without a zone. */
function offsetOf({ clock, instant, zone }: ShownDate, colon: string): string {
  if (zone === '') return ''
  const ahead = Math.trunc((clock.getTime() - instant) / 60_000)
  const two = (n: number) => String(Math.trunc(n)).padStart(2, '0')
  return `${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}${colon}${two(Math.abs(ahead) % 60)}`
}

/** Codes that stand for several others, as in strftime. */
const COMPOSITES: Readonly<Record<string, string>> = {
  T: '%H:%M:%S',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  F: '%Y-%m-%d',
  D: '%m/%d/%y',
  v: '%e-%^b-%Y',
  c: '%-m/%-d/%Y, %-I:%M:%S %p',
  x: '%-m/%-d/%Y',
  X: '%-I:%M:%S %p',
  '+': '%a %b %e %H:%M:%S %Z %Y',
}

/** Numbers, with the digits they have at least. */
const NUMBERS: Readonly<Record<string, readonly [read: (date: ShownDate) => number, digits: number]>> = {
  C: [({ clock }) => Math.floor(clock.getUTCFullYear() / 100), 2],
  d: [({ clock }) => clock.getUTCDate(), 2],
  e: [({ clock }) => clock.getUTCDate(), 2],
  g: [(date) => isoWeek(date).year % 100, 2],
  G: [(date) => isoWeek(date).year, 4],
  H: [({ clock }) => clock.getUTCHours(), 2],
  I: [hour12, 2],
  j: [dayOfYear, 3],
  k: [({ clock }) => clock.getUTCHours(), 2],
  l: [hour12, 2],
  L: [({ clock }) => clock.getUTCMilliseconds(), 3],
  m: [({ clock }) => clock.getUTCMonth() + 1, 2],
  M: [({ clock }) => clock.getUTCMinutes(), 2],
  Q: [({ instant }) => instant, 0],
  s: [({ instant }) => Math.floor(instant / 1000), 0],
  S: [({ clock }) => clock.getUTCSeconds(), 2],
  u: [({ clock }) => clock.getUTCDay() || 7, 0],
  U: [(date) => weekOf(date, 0), 2],
  V: [(date) => isoWeek(date).week, 2],
  w: [({ clock }) => clock.getUTCDay(), 0],
  W: [(date) => weekOf(date, 1), 2],
  y: [({ clock }) => clock.getUTCFullYear() % 100, 2],
  Y: [({ clock }) => clock.getUTCFullYear(), 4],
}
/** Numbers with spaces before them. */
const SPACED = 'ekl'

const TEXTS: Readonly<Record<string, (date: ShownDate, flags: string) => string>> = {
  a: (date) => weekdayOf(date).slice(0, SHORT),
  A: weekdayOf,
  b: (date) => monthOf(date).slice(0, SHORT),
  B: monthOf,
  h: (date) => monthOf(date).slice(0, SHORT),
  n: () => '\n',
  p: ({ clock }) => (clock.getUTCHours() < 12 ? 'AM' : 'PM'),
  P: ({ clock }) => (clock.getUTCHours() < 12 ? 'am' : 'pm'),
  q: ordinalOf,
  t: () => '\t',
  z: (date, flags) => offsetOf(date, flags.includes(':') ? ':' : ''),
  Z: ({ zone }) => zone,
  '%': () => '%',
}

const CODE = /%([-_0^#:]*)(\d*)[EO]?([A-Za-z%+])/g
const FRACTION_DIGITS = 9

/**
 * A date by a format of strftime, with English names: its fields are those of `clock`, never of the process's zone. A
 * code that is none stays as it is. `use` is told of the characters that widths add, before they are made.
 */
export function formatDate(date: ShownDate, format: string, use: (characters: number) => void): string {
  return format.replaceAll(CODE, (whole, flags: string, wanted: string, code: string) => {
    const width = wanted === '' ? null : Number(wanted)
    if (code === 'N') {
      const digits = width ?? FRACTION_DIGITS
      use(digits)
      return String(date.clock.getUTCMilliseconds()).padStart(SHORT, '0').slice(0, digits).padEnd(digits, '0')
    }
    const [number, digits = 0] = NUMBERS[code] ?? []
    const composite = COMPOSITES[code]
    const text = number
      ? String(number(date))
      : composite
        ? formatDate(date, composite, use)
        : TEXTS[code]?.(date, flags)
    if (text === undefined) return whole
    const least = flags.includes('-') ? 0 : (width ?? digits)
    use(Math.max(0, least - text.length))
    const isSpaced = flags.includes('_') || (!flags.includes('0') && (!number || SPACED.includes(code)))
    return cased(text, flags).padStart(least, isSpaced ? ' ' : '0')
  })
}

function cased(text: string, flags: string): string {
  if (flags.includes('^')) return text.toUpperCase()
  if (!flags.includes('#')) return text
  return /[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase()
}
