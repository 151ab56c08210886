import { zoneOffset } from '#contract/lib/zones.ts'

/** A table whose rows come in batches. */
export interface SheetBatches {
  headings: readonly string[]
  batches: AsyncIterable<SheetTable['rows']> | Iterable<SheetTable['rows']>
}

/** A date: text in a CSV file, a number that is shown as a date in a workbook, so that it sorts and subtracts. */
export interface SheetDate {
  text: string
  /** Days since Dec 30 1899 on the clock of the time zone, with the time as a fraction. */
  days: number
  /** Whether the workbook shows the time too. */
  timed: boolean
}

/** The value of a cell. */
export type SheetCell = string | number | SheetDate

/** A table for a file: numbers stay numbers, texts are neutralised on writing. */
export interface SheetTable {
  headings: readonly string[]
  rows: readonly (readonly SheetCell[])[]
}

const DAY_MS = 86_400_000
/** Day 0 of a workbook; before March 1900 it counts otherwise. */
const DAY_0 = Date.UTC(1899, 11, 30)
const FIRST = 61

interface DateOptions {
  /** The zone on whose clock the workbook shows the date. */
  timeZone: string
  /** The text in a CSV file; by default the ISO text itself. */
  text?: string
  /** True for a day without a time. */
  day?: boolean
}

/** The cell of an instant in ISO 8601; '' for none, and the text itself for what is no instant. */
export function dateCell(iso: string | null | undefined, { timeZone, text, day = false }: DateOptions): SheetCell {
  // Parts of a second would be noise to whoever reads the file.
  const at = iso ? Math.floor(Date.parse(iso) / 1000) * 1000 : Number.NaN
  const shown = text ?? iso ?? ''
  const days = (at + (Number.isNaN(at) ? 0 : zoneOffset(at, timeZone)) - DAY_0) / DAY_MS
  if (!(days >= FIRST)) return shown
  return { text: shown, days: day ? Math.floor(days) : days, timed: !day }
}

/** A day stored at 00:00 UTC, whose clock is nobody's; another instant is shown with its time. */
export const dayCell = (iso: string | null | undefined, { timeZone }: Pick<DateOptions, 'timeZone'>): SheetCell =>
  iso?.includes('T00:00:00.000Z') ? dateCell(iso, { timeZone: 'UTC', day: true }) : dateCell(iso, { timeZone })

/** Whether the clock of a zone shows the time of this instant twice, since it goes back. */
export function isTwice(iso: string, timeZone: string): boolean {
  const at = Date.parse(iso)
  const offset = zoneOffset(at, timeZone)
  const around = [at - DAY_MS, at + DAY_MS].map((time) => zoneOffset(time, timeZone))
  return around.some((other) => other !== offset && zoneOffset(at + offset - other, timeZone) === other)
}
