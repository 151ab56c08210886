import { attribute, tagsOf } from './xml-tags.ts'

const formatIdOf = attribute('numFmtId')
const formatCodeOf = attribute('formatCode')
const since1904Of = attribute('date1904')

/** Formats of dates and times that every spreadsheet knows by number. */
const isKnownDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
/** Whether a format has years, months, days or hours, outside of texts and colours. */
const isDateCode = (code: string) => /[ymdh]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** Styles of cells that show a number as a date, by their number. */
export function dateStyles(styles: string): readonly boolean[] {
  const custom = new Set<number>()
  const dates: boolean[] = []
  let within = false
  for (const tag of tagsOf(styles)) {
    if (tag.name === 'numFmt' && isDateCode(formatCodeOf(tag) ?? '')) custom.add(Number(formatIdOf(tag)))
    else if (tag.name === 'cellXfs') within = true
    else if (tag.name === '/cellXfs') within = false
    else if (within && tag.name === 'xf') {
      const id = Number(formatIdOf(tag) ?? 0)
      dates.push(isKnownDate(id) || custom.has(id))
    }
  }
  return dates
}

/** True for a workbook whose days are counted from 1904. */
export function countsFrom1904(workbook: string): boolean {
  for (const tag of tagsOf(workbook)) if (tag.name === 'workbookPr') return /^(1|true)$/.test(since1904Of(tag) ?? '')
  return false
}

const DAY_MS = 86_400_000
/** Day 0, with the leap day of 1900 that spreadsheets count. */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
const MOST_DAYS = 200_000

/** A day number as a clock shows it: '2026-11-20', or '2026-11-20 09:05'. Null if it is no date. */
export function dateText(days: number, from1904: boolean): string | null {
  if (!(days >= 1 && days < MOST_DAYS)) return null
  const minute = Math.round(days * 1440) * 60_000
  const [day = '', time = ''] = new Date(DAY_0[from1904 ? 1904 : 1900] + minute).toISOString().split('T')
  return minute % DAY_MS === 0 ? day : `${day} ${time.slice(0, 5)}`
}
