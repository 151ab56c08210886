import { plusDays } from '#contract/free-time/days.ts'

/** A holiday of a country, or of one of its provinces. */
export interface HolidayRow {
  country: string
  region: string
  day: string
  name: string
}

const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6
const SUNDAY = 0
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The n-th weekday of a month. */
function nth(n: number, weekday: number, year: number, month: number): string {
  const first = dayOf(year, month, 1)
  return plusDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1))
}

/** The last Monday before a day. */
const mondayBefore = (day: string) => plusDays(day, -((weekdayOf(day) - MONDAY + 7) % 7 || 7))

/** Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
function easter(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1)
}

type Named = readonly [day: string, name: string]

/** A day, and the weekday on which it is kept if it falls on a weekend. */
function kept([day, name]: Named, shift: (weekday: number) => number): Named[] {
  const days = shift(weekdayOf(day))
  return days === 0
    ? [[day, name]]
    : [
        [day, name],
        [plusDays(day, days), `${name} (observed)`],
      ]
}

/** Federal holidays of the United States are kept on Friday or Monday. */
const toNearest = (weekday: number) => (weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0)
/** Those of Canada are kept on the Monday. */
const toMonday = (weekday: number) => (weekday === SATURDAY ? 2 : weekday === SUNDAY ? 1 : 0)

/** Christmas on a weekend takes the Monday: Boxing Day is kept on the Tuesday then. */
const afterChristmas = (weekday: number) =>
  weekday === SATURDAY || weekday === SUNDAY ? 2 : weekday === MONDAY ? 1 : 0

const unitedStates = (year: number): Named[] => [
  ...kept([dayOf(year, 1, 1), "New Year's Day"], toNearest),
  [nth(3, MONDAY, year, 1), 'Martin Luther King Jr. Day'],
  [nth(3, MONDAY, year, 2), "Washington's Birthday"],
  [mondayBefore(dayOf(year, 6, 1)), 'Memorial Day'],
  ...kept([dayOf(year, 6, 19), 'Juneteenth'], toNearest),
  ...kept([dayOf(year, 7, 4), 'Independence Day'], toNearest),
  [nth(1, MONDAY, year, 9), 'Labor Day'],
  [nth(2, MONDAY, year, 10), 'Columbus Day'],
  ...kept([dayOf(year, 11, 11), 'Veterans Day'], toNearest),
  [nth(4, THURSDAY, year, 11), 'Thanksgiving Day'],
  ...kept([dayOf(year, 12, 25), 'Christmas Day'], toNearest),
]

/** Statutory in every province and territory. */
const canada = (year: number): Named[] => [
  ...kept([dayOf(year, 1, 1), "New Year's Day"], toMonday),
  [plusDays(easter(year), -2), 'Good Friday'],
  ...kept([dayOf(year, 7, 1), 'Canada Day'], toMonday),
  [nth(1, MONDAY, year, 9), 'Labour Day'],
  ...kept([dayOf(year, 12, 25), 'Christmas Day'], toMonday),
]

/** Days that some provinces and territories keep, with those that do. */
function provincial(year: number): (readonly [regions: string, day: string, name: string])[] {
  const [february, august] = [nth(3, MONDAY, year, 2), nth(1, MONDAY, year, 8)]
  const boxing = dayOf(year, 12, 26)
  return [
    ['AB BC NB ON SK', february, 'Family Day'],
    ['MB', february, 'Louis Riel Day'],
    ['NS', february, 'Heritage Day'],
    ['PE', february, 'Islander Day'],
    ['AB BC MB NT NU ON SK YT', mondayBefore(dayOf(year, 5, 25)), 'Victoria Day'],
    ['QC', mondayBefore(dayOf(year, 5, 25)), "National Patriots' Day"],
    ['NT YT', dayOf(year, 6, 21), 'National Indigenous Peoples Day'],
    ['QC', dayOf(year, 6, 24), 'Fête nationale'],
    ['NU', dayOf(year, 7, 9), 'Nunavut Day'],
    ['BC', august, 'British Columbia Day'],
    ['NB', august, 'New Brunswick Day'],
    ['SK', august, 'Saskatchewan Day'],
    ['NT NU', august, 'Civic Holiday'],
    ['YT', nth(3, MONDAY, year, 8), 'Discovery Day'],
    ['BC MB NT NU PE YT', dayOf(year, 9, 30), 'National Day for Truth and Reconciliation'],
    ['AB BC MB NT NU ON QC SK YT', nth(2, MONDAY, year, 10), 'Thanksgiving Day'],
    ['AB BC NB NL NT NU PE SK YT', dayOf(year, 11, 11), 'Remembrance Day'],
    ...kept([boxing, 'Boxing Day'], afterChristmas).map(([day, name]) => ['ON', day, name] as const),
  ]
}

/**
 * Holidays of the United States, and of Canada with its provinces and territories, in a year and the next: federal
 * ones there, statutory ones here. The last day of a year can be that on which New Year's Day of the next is kept.
 */
export function holidayRows(year: number): HolidayRow[] {
  const years = [year, year + 1, year + 2]
  const rows = years.flatMap((each) => [
    ...unitedStates(each).map(([day, name]) => ({ country: 'US', region: '', day, name })),
    ...canada(each).map(([day, name]) => ({ country: 'CA', region: '', day, name })),
    ...provincial(each).flatMap(([regions, day, name]) =>
      regions.split(' ').map((region) => ({ country: 'CA', region, day, name })),
    ),
  ])
  const kept = rows.filter(({ day }) => Number(day.slice(0, 4)) - year <= 1)
  return kept.toSorted((a, b) => `${a.country}${a.day}${a.region}`.localeCompare(`${b.country}${b.day}${b.region}`))
}
