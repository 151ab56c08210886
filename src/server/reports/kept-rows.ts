import { type RawBuilder, sql } from 'kysely'
import { type Period, stepOf, stretchesOf } from '#contract/reports/period.ts'
import { COUNTED, type Counted, columnsOf, monthOf, monthsOf, type Stretch, stretches } from './count-days.ts'

/**
 * A question with the days whose figures must be counted now: today, and days changed since they were
 * counted.
 */
export interface Asked extends Question {
  today: string
  live: string[]
  /** First days of the months whose sums are kept. */
  months: string[]
}

/** The question of a report: a period, and whether it is compared with the one before. */
export interface Question {
  period: Period
  before: Period | null
}

/** The period and, if it is compared, the one before it. */
export const spansOf = ({ period, before }: Question): Period[] => (before ? [period, before] : [period])

/** Sources of a span's kept figures: whole months, and stretches of days beside them. */
interface Pieces {
  /** First days of months. */
  months: string[]
  days: Stretch[]
}

/** The pieces of a span. A month is read by its days if one of them is counted now, or is not in the span. */
function piecesOf({ from, to }: Period, { live, today, months }: Asked, byMonth: boolean): Pieces {
  const last = to < today ? to : today
  const now = new Set(live)
  const all = last < from ? [] : stretchesOf({ from, to: last }, 'day')
  const kept = all.filter((day) => !now.has(day))
  const days = new Map<string, number>()
  for (const day of kept) days.set(monthOf(day), (days.get(monthOf(day)) ?? 0) + 1)
  const whole = new Set(byMonth ? months.filter((month) => days.get(month) === daysOfMonth(month)) : [])
  return { months: [...whole], days: stretches(kept.filter((day) => !whole.has(monthOf(day)))) }
}

const daysOfMonth = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()

/**
 * The rows of a table of kept figures in both periods, with today and changed days counted now. `which` is 0
 * in the period and 1 before, `at` the first day of a bar's stretch; `ends_period` and `ends_stretch` mark
 * the last day that is not in the future. If a bar is a month, whole months come as one row for each subject,
 * where the table has them.
 */
export function rowsOf(asked: Asked, counted: Counted): RawBuilder<unknown> {
  const { live, today } = asked
  const names = sql.raw(columnsOf(counted).join(', '))
  const single = stepOf(asked.period) === 'day'
  const at = single ? sql`r.day` : sql`date_trunc('month', r.day)::date`
  const next = single ? sql`r.day + 1` : sql`(date_trunc('month', r.day) + interval '1 month')::date`
  const spans = spansOf(asked)
  const pieces = spans.map((span) => piecesOf(span, asked, !single && COUNTED[counted].months))
  const days = pieces.flatMap((piece, which) => piece.days.map((stretch) => ({ which, ...stretch })))
  const months = pieces.flatMap((piece, which) => piece.months.map((month) => ({ which, month })))
  const limits = sql.join(
    spans.map(({ from, to }, which) => sql`(${sql.lit(which)}, ${from}::date, least(${to}::date, ${today}::date))`),
  )
  return sql`
    select span.which, ${at} as at, r.day = span.last as ends_period, r.day = least(${next} - 1, span.last) as ends_stretch, ${names} from (
      select kept.day, ${names} from unnest(${days.map(({ first }) => first)}::date[], ${days.map(({ last }) => last)}::date[])
        as piece (first, last) cross join lateral (
          select * from ${sql.raw(counted)} where day >= piece.first and day <= piece.last offset 0
        ) kept
      union all select day, ${names} from (${COUNTED[counted].count({ days: live, today })}) now
    ) r join (values ${limits}) as span (which, first, last) on r.day >= span.first and r.day <= span.last
    ${
      COUNTED[counted].months
        ? sql`union all select whole.which, month, false, false, ${names} from unnest(${months.map(({ which }) => which)}::int[],
            ${months.map(({ month }) => month)}::date[]) as whole (which, month) join ${sql.raw(monthsOf(counted))} using (month)`
        : sql``
    }`
}
