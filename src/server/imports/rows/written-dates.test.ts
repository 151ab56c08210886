import { expect, test } from 'vitest'
import { dateColumn, datesOfFile, noDates, showDates } from './date-columns.ts'
import { readDate, readDay } from './import-dates.ts'

/** The days of the cells of one column, or their problems. */
function daysOf(...cells: string[]): string[] {
  const shown = noDates()
  for (const cell of cells) showDates(shown, cell)
  const column = dateColumn(shown, datesOfFile({ option: null, asLastTime: false }, [shown]))
  return cells.map((cell) => {
    const read = readDay(cell, column)
    return 'at' in read ? read.at.slice(0, 10) : read.problem
  })
}
const dayOf = (cell: string) => daysOf(cell)[0]

test.each([
  'Sat 05/12/2026',
  'Saturday, 05/12/2026',
  'Sat. 05.12.2026',
  '05/12/2026 (Sat)',
  '05/12/2026, Sat',
  '05-12-2026 Saturday',
  '05/12/2026（土）',
  '周六 05/12/2026',
  '05/12/2026 星期六',
  'samedi 05/12/2026',
  'Sa 05.12.2026',
  'sáb 05/12/26',
])('%s is the Saturday of its two days', (cell) => expect(dayOf(cell)).toBe('2026-12-05'))

test.each([
  '2026-12-01 (Tue)',
  '2026-12-01 Tue',
  '2026年12月1日（火）',
  '2026年12月1日火曜日',
  '2026年12月1日 周二',
  '2026년 12월 1일 화요일',
  'Di 01.12.2026',
  'mar. 1 déc. 2026',
  'terça-feira, 01-Dec-2026',
  'Tue Dec 1 2026',
  '2026‐12‑01',
  '2026–12—01',
  '2026―12−01',
  'Dec/01/2026',
  '01/Dec/2026',
])('%s is December 1', (cell) => expect(dayOf(cell)).toBe('2026-12-01'))

test.each(['Wed 1 Dec 2026', '星期三 2026-12-01', '2026-12-01 (Wed)', 'Wed 05/12/2026'])(
  '%s names another weekday than its date has',
  (cell) => expect(dayOf(cell)).toMatch(/^This date is on another weekday than '.+': mend one of them$/),
)

test('a weekday decides for the dates of its column', () => {
  expect(daysOf('Sat 05/12/2026', '06/12/2026')).toEqual(['2026-12-05', '2026-12-06'])
  expect(daysOf('Tue 05/12/2026', '06/12/2026')).toEqual(['2026-05-12', '2026-06-12'])
})

test('a month with the name of a weekday is the month', () => expect(dayOf('Mar 5, 2026')).toBe('2026-03-05'))

test('a weekday may stand between a date and its time', () => {
  const column = dateColumn(noDates(), datesOfFile({ option: null, asLastTime: false }, []))
  for (const text of [
    '2026-12-01 (Tue) 17:00',
    'Tue, 1 Dec 2026 17:00',
    '2026年12月1日(火) 17:00',
    '2026-12-01 17:00 Tue',
  ])
    expect(readDate(text, { timeZone: 'UTC', column })).toEqual({ at: '2026-12-01T17:00:00.000Z' })
})
