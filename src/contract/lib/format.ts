const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const NO_BREAK_SPACE = '\u00a0'

const DAY_MS = 86_400_000
const SECOND_MS = 1000

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, made)
  return made
}

/** The offset of `zoneOffset` as the formatter has it: exact and slow. */
function offsetAt(time: number, timeZone: string): number {
  const at: Record<string, number> = {}
  for (const { type, value } of formatter(timeZone).formatToParts(time)) at[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = at
  const clock = new Date(0)
  clock.setUTCFullYear(year, month - 1, day)
  clock.setUTCHours(hour, minute, second)
  return clock.getTime() - Math.floor(time / SECOND_MS) * SECOND_MS
}

/** Offsets at 00:00 UTC in ms, by zone and day. */
const offsets = new Map<string, number>()
const MOST_KEPT = 10_000

function offsetOnDay(day: number, timeZone: string): number {
  const key = `${timeZone} ${day}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= MOST_KEPT) offsets.clear()
  const offset = offsetAt(day * DAY_MS, timeZone)
  offsets.set(key, offset)
  return offset
}

/**
 * The lead of a time zone's clocks over UTC at an instant, both in ms. Offsets are kept by day. The
 * formatter, which takes seven times as long, is asked only on days on which clocks change.
 */
export function zoneOffset(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const day = Math.floor(time / DAY_MS)
  const before = offsetOnDay(day, timeZone)
  return before === offsetOnDay(day + 1, timeZone) ? before : offsetAt(time, timeZone)
}

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

/** 'Nov 20 2026 9:05' for an instant in ISO 8601; '' for none. */
export function formatDateTime(iso: string | null | undefined, timeZone = 'UTC'): string {
  return `${formatDate(iso, timeZone)} ${formatTime(iso, timeZone)}`.trim()
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
