import { zoneOffset } from './zones.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const NO_BREAK_SPACE = '\u00a0'

/** The wall-clock time of an instant (ISO 8601) in a time zone; null if the text is not an instant. */
export function wallClock(iso: string, timeZone: string) {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return null
  const clock = new Date(time + zoneOffset(time, timeZone))
  return {
    year: clock.getUTCFullYear(),
    month: clock.getUTCMonth() + 1,
    day: clock.getUTCDate(),
    hour: clock.getUTCHours(),
    minute: clock.getUTCMinutes(),
  }
}

const padded = (value: number, digits: number) => String(value).padStart(digits, '0')

/** The day of an instant (ISO 8601) in a time zone, 'yyyy-MM-dd'. Throws for a text that is not an instant. */
export function isoDay(iso: string, timeZone = 'UTC'): string {
  const clock = wallClock(iso, timeZone)
  if (!clock) throw new Error(`Not an instant: ${iso}`)
  return `${padded(clock.year, 4)}-${padded(clock.month, 2)}-${padded(clock.day, 2)}`
}

/** 'Nov 20 2026' for an instant in ISO 8601; '' for none. */
export function formatDate(iso: string | null | undefined, timeZone = 'UTC'): string {
  const clock = iso ? wallClock(iso, timeZone) : null
  return clock ? `${MONTHS[clock.month - 1]} ${clock.day} ${clock.year}` : ''
}

/** '9:05' for an instant in ISO 8601, on a 24-hour clock; '' for none. */
export function formatTime(iso: string | null | undefined, timeZone = 'UTC'): string {
  const clock = iso ? wallClock(iso, timeZone) : null
  return clock ? `${clock.hour}:${String(clock.minute).padStart(2, '0')}` : ''
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** 'Fri' for an instant in ISO 8601; '' for none. */
export function formatWeekday(iso: string | null | undefined, timeZone = 'UTC'): string {
  const clock = iso ? wallClock(iso, timeZone) : null
  return clock ? (WEEKDAYS[new Date(Date.UTC(clock.year, clock.month - 1, clock.day)).getUTCDay()] ?? '') : ''
}

/** 'Nov 20 2026 9:05' for an instant in ISO 8601; '' for none. */
export function formatDateTime(iso: string | null | undefined, timeZone = 'UTC'): string {
  return `${formatDate(iso, timeZone)} ${formatTime(iso, timeZone)}`.trim()
}

/** A time with the name of its zone, 'Nov 20 2026 9:05 (Europe/Berlin)', for readers elsewhere; '' for none. */
export function formatZoned(iso: string | null | undefined, timeZone: string): string {
  const shown = formatDateTime(iso, timeZone)
  return shown && `${shown} (${timeZone})`
}

/** A day by which somebody decides, with its weekday: 'Fri Nov 20 2026 9:05 (Europe/Berlin)'; '' for none. */
export function formatDeadline(iso: string | null | undefined, timeZone: string): string {
  return `${formatWeekday(iso, timeZone)} ${formatZoned(iso, timeZone)}`.trim()
}

/** 'at 9:05' for an instant of today; for any other with its day: 'on Nov 20 2026 at 9:05'. */
export function formatAt(iso: string, timeZone = 'UTC', now = new Date()): string {
  const day = formatDate(iso, timeZone)
  const time = `at ${formatTime(iso, timeZone)}`
  return day === formatDate(now.toISOString(), timeZone) ? time : `on ${day} ${time}`
}

const grouped = (whole: string) => whole.replace(/\B(?=(?:\d{3})+$)/g, NO_BREAK_SPACE)

/** USD with two decimals and a no-break space between thousands: '$1 234.50'. */
export function formatMoney(amount: number): string {
  const [whole = '0', cents = '00'] = Math.abs(amount).toFixed(2).split('.')
  return `${amount < 0 ? '-' : ''}$${grouped(whole)}.${cents}`
}

/** A volume in CBM or a weight in kg: three decimals, no-break spaces between thousands: '3 400.000'. */
export function formatQuantity(value: number): string {
  const [whole = '0', decimals = '000'] = value.toFixed(3).split('.')
  return `${grouped(whole)}.${decimals}`
}

/** A stored phone number with its plus sign; '' for none. */
export const formatPhone = (phone: unknown) => (phone ? `+${phone}` : '')

/** Days as text; 'To be confirmed' for 0 and null. */
export function formatDays(days: number | null): string {
  if (!days) return 'To be confirmed'
  return days === 1 ? '1 day' : `${days} days`
}
