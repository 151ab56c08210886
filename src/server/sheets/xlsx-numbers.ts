import { format, isDateFormat } from 'numfmt'
import { WRONG_KIND } from './unreadable.ts'
import type { CellForm, NumberForm } from './xlsx-formats.ts'

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

/** The text of a cell, and its number where that is shown as a code. */
export interface CellText {
  text: string
  /** In figures, for columns of numbers: 'PO77' is 77. Absent where the text says it, and where there is none. */
  figures?: string
}

/** A number as its format shows it; if that is nothing but figures, only unless they say less than the value. */
function shownNumber(value: number, code: string): CellText {
  const figures = inFigures(value)
  try {
    // A format for texts only shows a number as the text in figures.
    const isForText = !code.includes(';') && code.includes('@')
    const text = format(code, isForText ? figures : value).trim()
    if (text === '') return { text: figures }
    if (isDateFormat(code)) return { text }
    const bare = text.replaceAll(',', '')
    if (!/^-?[\d.]+$/.test(bare)) return { text, figures }
    if (Number(bare) === Number(figures)) return { text: bare }
    // Dots that only part the digits lose none of them: 0000"."00 shows 8471.30 for 847130.
    return bare.replaceAll(/^0+|\./g, '') === figures ? { text: bare, figures } : { text: figures }
  } catch {
    return { text: figures }
  }
}

function textOf(value: number, form: NumberForm, from1904: boolean): CellText {
  const figures = inFigures(value)
  if (form.kind === 'date') return { text: dateText(value, from1904) ?? WRONG_KIND + figures }
  if (form.kind === 'percent') return { text: `${inFigures(value * 100)}%` }
  return form.kind === 'shown' ? shownNumber(value, form.code) : { text: figures }
}

/** The text of a cell that holds a number, by the way it is shown. */
export function numberText(raw: string, { number: form }: CellForm, from1904: boolean): CellText {
  const written = raw.trim()
  if (written === '') return { text: '' }
  const value = Number(written)
  if (!AS_XML.test(written) || !Number.isFinite(value)) return { text: WRONG_KIND + written }
  return textOf(value, form, from1904)
}

/** The text of a cell that holds a text: with the letters that its format shows around it. */
export function textShown(value: string, { text: code }: CellForm): string {
  if (code === null || value.trim() === '') return value
  try {
    return format(code, value)
  } catch {
    return value
  }
}

/** A text in figures, which a workbook stores as a number. */
export const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text)
