import { instantAt, zoneOffset } from '#contract/lib/zones.ts'
import type { ShownDate } from './format-date.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** A date as mails print it: 'Dec 10 2026', 'Dec 10 2026 17:00', 'Dec 10 2026 17:00 (Asia/Shanghai)'. */
const FORMATTED = /^([A-Z][a-z]{2}) (\d{1,2}) (\d{4})(?: (\d{1,2}):(\d{2})(?: \(([\w/+-]+)\))?)?$/
/** A time of day with the word or the figures for its zone: the text says an instant. */
const WITH_ZONE = /\d:\d.*?(?:\d[zZ]|\b(?:Z|UTC|GMT|[ECMP][SD]T)|[+-]\d{2}:?\d{2})\b/
const ISO_DAY = /^\d{4}(?:-\d{2}){0,2}$/

/** An instant as the clocks of a zone show it. */
const shownAt = (instant: number, zone: string): ShownDate => ({
  clock: new Date(instant + zoneOffset(instant, zone)),
  zone,
  instant,
})

/** A time as it is written, without a zone: it is a time of the company's. */
const asWritten = (at: number, timeZone: string, zone = ''): ShownDate => ({
  clock: new Date(at),
  zone,
  instant: instantAt(at, zone || timeZone),
})

/** The time that a text writes, as if in UTC: the process's zone, by which JavaScript reads it, does not count. */
function writtenTime(text: string, parsed: number): number {
  if (ISO_DAY.test(text)) return parsed
  const local = new Date(parsed)
  return Date.UTC(
    ...([local.getFullYear(), local.getMonth(), local.getDate()] as const),
    ...([local.getHours(), local.getMinutes(), local.getSeconds(), local.getMilliseconds()] as const),
  )
}

/**
 * The date that a value of a template says: a formatted one, 'now' and 'today', seconds since 1970, ISO 8601 and what
 * else JavaScript reads. An instant is shown by the clocks of the company's zone; a text without a zone as it is
 * written. Null for other values.
 */
export function readDate(value: unknown, timeZone: string): ShownDate | null {
  if (value === 'now' || value === 'today') return shownAt(Date.now(), timeZone)
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
  if (isNumber) return validDate(Number(value) * 1000, (at) => shownAt(at, timeZone))
  if (typeof value !== 'string') return null
  const found = FORMATTED.exec(value)
  if (found) {
    const [, month = '', day, year, hour = 0, minute = 0, zone = ''] = found
    const at = Date.UTC(Number(year), MONTHS.indexOf(month), Number(day), Number(hour), Number(minute))
    return asWritten(at, timeZone, zone)
  }
  return validDate(Date.parse(value), (at) =>
    WITH_ZONE.test(value) ? shownAt(at, timeZone) : asWritten(writtenTime(value, at), timeZone),
  )
}

/** Null for a time that no date can have. */
const validDate = (at: number, shown: (at: number) => ShownDate): ShownDate | null => {
  if (Number.isNaN(new Date(at).getTime())) return null
  const date = shown(at)
  return Number.isNaN(date.clock.getTime()) ? null : date
}
