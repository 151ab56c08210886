import type { CarrierEvent } from '#contract/carrier-events/carrier-events.ts'

/** A time as a carrier writes it: an instant, or the time at the place where it names no zone. */
export type SaidTime = Pick<CarrierEvent, 'at' | 'localAt'>

const HOUR_MS = 3_600_000
/** Hours by which clocks are ahead of UTC or behind. */
const MOST_HOURS = 14

/** What clocks show, in ms as if it were UTC; null for a day or a time that does not exist. A leap second is the last one. */
function shownTime([year, month, day, hour, minute, second]: readonly number[]): number | null {
  if (year === undefined || month === undefined || day === undefined) return null
  const [h, m, s] = [hour ?? 0, minute ?? 0, second ?? 0]
  // ISO 8601 writes the end of a day as 24:00.
  const isEnd = h === 24 && m === 0 && s === 0
  if (month < 1 || month > 12 || day < 1 || (h > 23 && !isEnd) || m > 59 || s > 60) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCDate() !== day || year < 1000) return null
  return Date.UTC(year, month - 1, day, h, m, Math.min(s, 59))
}

/** Milliseconds ahead of UTC of 'Z', '+08:30' or '-0500'; null for what is none. */
function offsetOf(zone: string): number | null {
  if (/^z$/i.test(zone)) return 0
  const [, sign, hours = '', minutes = ''] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  if (sign === undefined || Number(minutes) > 59 || Number(hours) * 60 + Number(minutes) > MOST_HOURS * 60) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) * HOUR_MS
}

const inUtc = (time: number) => new Date(time).toISOString()

/** The time that clocks showed, with the zone if one was named; null if one of them does not exist. */
function saidTime(parts: readonly number[], zone: string): SaidTime | null {
  const shown = shownTime(parts)
  if (shown === null) return null
  if (zone === '') return { at: null, localAt: inUtc(shown).slice(0, 19) }
  const offset = offsetOf(zone)
  return offset === null ? null : { at: inUtc(shown - offset), localAt: null }
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(z|[+-]\d{2}:?\d{2})?)?$/i

/** A time in the form of ISO 8601, to the second; null for what is none. A day alone is its beginning at the place. */
export function isoTime(text: string): SaidTime | null {
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', zone = ''] = ISO.exec(text.trim()) ?? []
  return whole === undefined ? null : saidTime([year, month, day, hour, minute, second].map(Number), zone)
}

/** The figures of a date of six or eight digits, and of a time of none, four, six or more. */
function figuresOf(date: string, time: string): number[] | null {
  if (!/^(?:\d{2})?\d{6}$/.test(date) || !/^(?:\d{4}(?:\d{2}){0,2})?$/.test(time)) return null
  const full = date.length === 6 ? `20${date}` : date
  const day = [full.slice(0, 4), full.slice(4, 6), full.slice(6)]
  return [...day, time.slice(0, 2), time.slice(2, 4), time.slice(4, 6)].map(Number)
}

/** A date (CCYYMMDD or YYMMDD) and a time (HHMM, HHMMSS or none) of EDI, at the place; null for what does not exist. */
export function ediTime(date: string, time: string): SaidTime | null {
  const figures = figuresOf(date.trim(), time.trim())
  return figures && saidTime(figures, '')
}

/** Digits of the date in the formats of DTM (code list 2379); the rest is the time. */
const DATE_DIGITS: Record<string, number> = { 101: 6, 102: 8, 201: 6, 202: 6, 203: 8, 204: 8, 205: 8, 303: 8, 304: 8 }

/** A time of DTM, by the code of its format: at the place, unless it says UTC or its distance from it. */
export function edifactTime(value: string, format: string): SaidTime | null {
  const [, digits = '', rest = ''] = /^(\d{6,14})(.{0,10})$/.exec(value.trim()) ?? []
  const length = DATE_DIGITS[format] ?? (digits.length < 8 || digits.length === 10 ? 6 : 8)
  const figures = figuresOf(digits.slice(0, length), digits.slice(length))
  if (!figures) return null
  // A zone of letters is one of many with the same letters.
  const zone = /^(?:utc|gmt)$/i.test(rest) ? 'Z' : /^[a-z]{3}$/i.test(rest) ? '' : rest
  return saidTime(figures, zone)
}

/** The time of a statement in UTC, also where no zone is named: nothing says where it was made. */
export const statedIn = ({ at, localAt }: SaidTime): string => at ?? `${localAt}.000Z`

/** An approximate instant (ms), for limits. */
export const aboutWhen = (said: SaidTime): number => Date.parse(statedIn(said))
