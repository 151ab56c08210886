import { format } from 'numfmt'
import { WRONG_KIND } from './unreadable.ts'
import type { NumberForm } from './xlsx-formats.ts'

/** Digits with which a spreadsheet calculates and shows numbers. */
const DIGITS = 15

/** A number in figures, without an exponent: 0.30000000000000004 is 0.3, 1E+15 is 1000000000000000. */
export function inFigures(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS))
  const short = String(rounded)
  const [figures = '', exponent] = short.split('e')
  if (exponent === undefined) return short
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(figures) ?? []
  const digits = whole + decimals
  const point = whole.length + Number(exponent)
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`
}

const DAY_SECONDS = 86_400
/** The day before the first one. Until March 1900 one less: spreadsheets count a leap day that never was. */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
const LEAP_DAY = 60
/** Dec 31 9999, the last day that spreadsheets show. */
const LAST_DAY = 2_958_465

/** Seconds by which a time may miss its second: a day number has about eleven digits after the point. */
const NOISE = 0.005

/**
 * A day number as a clock shows it: '2026-11-20', '2026-11-20 09:05', '09:05' for a time without a day, with
 * seconds where there are some. Null if it is no date.
 */
export function dateText(days: number, from1904: boolean): string | null {
  const seconds = Math.floor(days * DAY_SECONDS + NOISE)
  if (!(seconds >= 0) || days >= LAST_DAY + 1) return null
  const leap = !from1904 && days < LEAP_DAY ? 1 : 0
  const at = DAY_0[from1904 ? 1904 : 1900] + (Math.floor(seconds / DAY_SECONDS) + leap) * DAY_SECONDS * 1000
  const day = new Date(at).toISOString().slice(0, 10)
  const clock = new Date((seconds % DAY_SECONDS) * 1000).toISOString().slice(11, seconds % 60 === 0 ? 16 : 19)
  if (seconds < DAY_SECONDS) return clock
  return seconds % DAY_SECONDS === 0 ? day : `${day} ${clock}`
}

const AS_XML = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** A code in digits as the sheet shows it, unless it shows less than the value has. */
function shownText(value: number, code: string): string {
  try {
    const shown = format(code, value)
    const figures = shown.replaceAll(',', '')
    if (shown.includes(':')) return shown
    if (/^-?[\d.]+$/.test(figures)) return Number(figures) === Number(inFigures(value)) ? figures : inFigures(value)
    return shown
  } catch {
    return inFigures(value)
  }
}

/** The text of a cell that holds a number, by the way it is shown. */
export function numberText(raw: string, form: NumberForm, from1904: boolean): string {
  const written = raw.trim()
  if (written === '') return ''
  const value = Number(written)
  if (!AS_XML.test(written) || !Number.isFinite(value)) return WRONG_KIND + written
  if (form.kind === 'date') return dateText(value, from1904) ?? WRONG_KIND + inFigures(value)
  if (form.kind === 'percent') return `${inFigures(value * 100)}%`
  return form.kind === 'shown' ? shownText(value, form.code) : inFigures(value)
}

/** A text in figures, which a workbook stores as a number. */
export const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text)
