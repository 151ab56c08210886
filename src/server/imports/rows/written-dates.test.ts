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
  '20261201T2330',
  '20261201 233000',
  '2026-12-01 24:00',
  '2026-12-01 2330',
  '1.12.2026 um 23.30 Uhr',
  '1 Dec 2026 2330 hrs',
  'December 1, 2026 at 11:30 PM',
  'Tue Dec  1 23:30:00 2026',
  'Tue Dec 01 2026 23:30:00 GMT+0800 (China Standard Time)',
  'Dec 1 2026 23:30 (Asia/Shanghai)',
  '2026-12-01T23:30:00+01:00[Europe/Berlin]',
  '2026-12-01 23:30 (UTC+8)',
  "1 Dec '26",
  '2026年12月1日23时30分00秒',
  '令和8年12月1日',
  'R8.12.1',
  '㋿8年12月1日',
  '民國115年12月1日',
  '中華民國115年12月1日',
  '1 ธันวาคม 2569',
  '1 ธ.ค. พ.ศ. 2569',
  '٢٠٢٦/١٢/٠١',
  '1 декабря 2026 г.',
  '1 grudnia 2026',
  '1. prosince 2026',
  '1 Aralık 2026',
  '1 desember 2026',
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

test('what may mean two days, or a year of another calendar that nothing names, is no date', () => {
  for (const text of ['115/12/01', '01/12/2569', '2026-12-01 / 2026-12-03', '2026. 12', '1405/09/10', 'R8'])
    expect(dayOf(text)).toBe('Write a date like 2026-12-01 or 5 Dec 2026')
})

test('the first year of an era has a name, and a Buddhist year needs its month in Thai', () => {
  expect(dayOf('令和元年12月1日')).toBe('2019-12-01')
  expect(dayOf('H31.1.5')).toBe('2019-01-05')
  expect(dayOf('๑ ม.ค. ๒๕๗๐')).toBe('2027-01-01')
})

test('a time is one of the zone that is named beside it, and the end of a day is the begin of the next', () => {
  const column = dateColumn(noDates(), datesOfFile({ option: null, asLastTime: false }, []))
  const at = (text: string) => readDate(text, { timeZone: 'America/Vancouver', column })
  expect(at('Dec 10 2026 17:00 (Asia/Shanghai)')).toEqual({ at: '2026-12-10T09:00:00.000Z' })
  expect(at('2026-12-10 17:00 europe/berlin')).toEqual({ at: '2026-12-10T16:00:00.000Z' })
  expect(at('2026-12-10T17:00:00+08:00[Asia/Shanghai]')).toEqual({ at: '2026-12-10T09:00:00.000Z' })
  expect(at('2026-12-10 17:00 (Nowhere/Land)')).toHaveProperty('problem')
  expect(at('2026-12-10 24:00 UTC')).toEqual({ at: '2026-12-11T00:00:00.000Z' })
  expect(at('2026-12-10 24:30 UTC')).toHaveProperty('problem')
})

test('no name of a month means another one in another language', () => {
  const months = ['sv', 'da', 'nb', 'pl', 'cs', 'ru', 'tr', 'id', 'en', 'fr', 'de', 'es', 'it', 'nl', 'pt'].flatMap(
    (language) =>
      (['short', 'long'] as const).flatMap((month) =>
        Array.from({ length: 12 }, (_, index) => {
          const at = Date.UTC(2026, index, 15)
          const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
          return { text: format.format(at), day: new Date(at).toISOString().slice(0, 10) }
        }),
      ),
  )
  expect(months.map(({ text }) => dayOf(text))).toEqual(months.map(({ day }) => day))
})
