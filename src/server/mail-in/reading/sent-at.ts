const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** Hours of the zones that old mails name (RFC 5322, 4.3). */
const ZONES: Record<string, number> = { edt: -4, est: -5, cdt: -5, cst: -6, mdt: -6, mst: -7, pdt: -7, pst: -8 }

const MAIL_DATE =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([+-]\d{4}|[a-z]{1,5})?$/i
const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i

/** Minutes ahead of UTC; an unknown zone is UTC, as the standard says. */
function minutesOf(zone: string): number | null {
  if (!/^[+-]/.test(zone)) return (ZONES[zone.toLowerCase()] ?? 0) * 60
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3, 5))]
  if (hours > 14 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** A year of two or three digits (RFC 5322, 4.3). */
const yearOf = (digits: string) =>
  (digits.length >= 4 ? 0 : digits.length === 2 && Number(digits) < 50 ? 2000 : 1900) + Number(digits)

/** The time of a Date field, ISO 8601 in UTC; null for one that cannot be read. */
export function sentAtOf(value: string): string | null {
  const text = value
    .replaceAll(/\([^()]*\)/g, ' ')
    .trim()
    .slice(0, 200)
  if (ISO.test(text)) {
    const time = new Date(text.replace(' ', 'T'))
    return Number.isNaN(time.getTime()) ? null : time.toISOString()
  }
  const [whole, day, month = '', year = '', hour, minute, second = '0', zone = ''] = MAIL_DATE.exec(text) ?? []
  const at = MONTHS.indexOf(month.toLowerCase())
  const offset = minutesOf(zone)
  if (whole === undefined || at < 0 || offset === null) return null
  const [d, h, m, s] = [day, hour, minute, second].map(Number)
  if (d === undefined || h === undefined || m === undefined || s === undefined) return null
  const date = new Date(0)
  date.setUTCFullYear(yearOf(year), at, d)
  // A day that the month does not have is another day, which nobody wrote.
  if (date.getUTCDate() !== d || h > 23 || m > 59 || s > 60) return null
  date.setUTCHours(h, m - offset, s)
  const sent = date.toISOString()
  return /^\d{4}-/.test(sent) ? sent : null
}
