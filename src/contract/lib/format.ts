const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const NO_BREAK_SPACE = '\u00a0'

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
  })
  formatters.set(timeZone, made)
  return made
}

/** The same without a formatter, which takes ten times as long. */
const utcClock = (date: Date) => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
  hour: date.getUTCHours(),
  minute: date.getUTCMinutes(),
})

/** The wall-clock time of an instant (ISO 8601) in a time zone; null if the text is not an instant. */
export function wallClock(iso: string, timeZone: string) {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return null
  if (timeZone === 'UTC') return utcClock(new Date(time))
  const clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0 }
  for (const part of formatter(timeZone).formatToParts(time)) {
    if (part.type in clock) Object.assign(clock, { [part.type]: Number(part.value) })
  }
  return clock
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

/** 'Nov 20 2026 9:05'; '' for none. */
export function formatDateTime(iso: string | null | undefined, timeZone = 'UTC'): string {
  return `${formatDate(iso, timeZone)} ${formatTime(iso, timeZone)}`.trim()
}

/** 'at 9:05', with the day if it is not today's: 'on Nov 20 2026 at 9:05'. */
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

/** A volume in CBM or a weight in kg, with three decimals and a no-break space between thousands: '3 400.000'. */
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
