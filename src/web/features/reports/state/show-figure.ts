import { formatMoney } from '#contract/lib/format.ts'
import type { Step } from '#contract/reports/period.ts'
import type { Unit } from '#contract/reports/tables.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'

const NO_BREAK_SPACE = '\u00a0'
const grouped = (text: string) => text.replaceAll(',', NO_BREAK_SPACE)
const numberOf = (value: number, places: number) =>
  grouped(value.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places }))

const SHOW: Record<Unit, (value: number) => string> = {
  count: (value) => numberOf(value, 0),
  usd: formatMoney,
  cbm: (value) => numberOf(value, 1),
  kg: (value) => numberOf(value, 0),
  percent: (value) => `${numberOf(value, 1)}%`,
  days: (value) => grouped(value.toLocaleString('en-US', { maximumFractionDigits: 1 })),
  hours: (value) => grouped(value.toLocaleString('en-US', { maximumFractionDigits: 1 })),
}

/** A figure as people read it; '-' for none. */
export const showFigure = (value: number | null, unit: Unit): string => (value === null ? EMPTY : SHOW[unit](value))

/** A figure in the short form for an axis. */
export const showShort = (value: number, unit: Unit): string =>
  unit === 'usd' ? `$${numberOf(value, 0)}` : SHOW[unit](value)

const signed = (value: number, text: string) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${text}`

/** The change since the period before: '+12%', for shares '+3.0 points'; null without a comparison. */
export function showChange(value: number | null, before: number | null, unit: Unit): string | null {
  if (value === null || before === null) return null
  const change = value - before
  if (unit === 'percent') return signed(change, `${numberOf(Math.abs(change), 1)} points`)
  if (unit === 'days' || unit === 'hours') return signed(change, `${numberOf(Math.abs(change), 1)} ${unit}`)
  return before === 0 || change === 0 ? null : signed(change, `${numberOf(Math.abs(change / before) * 100, 0)}%`)
}

const { date } = datesIn('UTC')
/** A day in words: 'Nov 20 2026'. */
export const showDate = (day: string) => date(`${day}T00:00:00Z`)

/** The stretch of a bar: 'Nov 3', or 'Nov 2026'. */
export function showStretch(at: string, step: Step): string {
  const [month = '', day = '', year = ''] = showDate(at).split(' ')
  return step === 'day' ? `${month} ${day}` : `${month} ${year}`
}
