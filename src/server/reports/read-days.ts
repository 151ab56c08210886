import { type RawBuilder, sql } from 'kysely'
import { FIRST_DAY, type Period, periodBefore, stepOf, stretchesOf } from '#contract/reports/period.ts'
import type { Db } from '#server/db/client.ts'
import { COUNTED, type Counted, columnsOf } from './count-days.ts'

/** What is asked of a report: a period, compared with the one before or not. */
export interface Question {
  period: Period
  before: Period | null
}

/** A question with the days whose figures have to be counted now: today, and what was changed since it was counted. */
export interface Asked extends Question {
  zone: string
  today: string
  live: string[]
}

/** A question about a period, with the one before it if that is wanted. */
export const questionOf = (period: Period, compare: boolean): Question => ({
  period,
  before: compare ? periodBefore(period) : null,
})

const spansOf = ({ period, before }: Question) => (before ? [period, before] : [period])

/** Which days of a question have to be counted now. */
export async function ask(db: Db, question: Question): Promise<Asked> {
  const spans = spansOf(question)
  const { rows } = await sql<Omit<Asked, keyof Question>>`
    with clock as materialized (select time_zone as zone, (now() at time zone time_zone)::date as today from attention_values),
    wanted as (
      select distinct day::date as day from clock,
        unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[]) as span (first, last),
        generate_series(first, least(last, today), interval '1 day') as day
    )
    select zone, today::text as today, array(
      select day::text from wanted w where day = today or exists (select from report_changes c where c.day = w.day)
        or (day >= coalesce((select min(day) from report_days), ${FIRST_DAY}::date)
          and not exists (select from report_days k where k.day = w.day and k.zone = clock.zone))
      order by day
    ) as live from clock`.execute(db)
  return { zone: 'UTC', today: '', live: [], ...rows[0], ...question }
}

/**
 * The rows of a table of kept figures in both periods, today and changed days counted now. `which` is 0 in the period and 1
 * before, `at` the first day of a bar's stretch; `ends_period` and `ends_stretch` mark the last day that is not still to come.
 */
export function rowsOf({ live, zone, today, ...question }: Asked, counted: Counted): RawBuilder<unknown> {
  const { count } = COUNTED[counted]
  const [first, last] = [spansOf(question).at(-1)?.from, question.period.to]
  const names = sql.raw(columnsOf(counted).join(', '))
  const spans = sql.join(
    spansOf(question).map(
      ({ from, to }, which) => sql`(${sql.lit(which)}, ${from}::date, least(${to}::date, ${today}::date))`,
    ),
  )
  const single = stepOf(question.period) === 'day'
  const at = single ? sql`r.day` : sql`date_trunc('month', r.day)::date`
  const next = single ? sql`r.day + 1` : sql`(date_trunc('month', r.day) + interval '1 month')::date`
  return sql`
    select span.which, ${at} as at, r.day = span.last as ends_period, r.day = least(${next} - 1, span.last) as ends_stretch, r.* from (
      select day, ${names} from ${sql.raw(counted)}
      where day >= ${first}::date and day <= ${last}::date and day <> all(${live}::date[])
      union all select day, ${names} from (${count({ days: live, zone })}) now
    ) r join (values ${spans}) as span (which, first, last) on r.day >= span.first and r.day <= span.last`
}

/** Figures of a group in one of the two periods. */
export interface Group<Figures> {
  part: string
  which: number
  key: string[]
  figures: Figures
}

/** What one part of a report is grouped by: expressions over the rows of `rowsOf`. */
type Parts = Record<string, readonly string[]>

/** Figures of a table, aggregates in a JSON object, by what each part is grouped by. */
export async function groupsOf<Figures>(
  db: Db,
  asked: Asked,
  counted: Counted,
  { figures, parts }: { figures: (part: string) => RawBuilder<unknown>; parts: Parts },
): Promise<Group<Figures>[]> {
  // First by bar and subject, which leaves few rows for the parts to add up; the queue also by what ends a bar.
  const own = COUNTED[counted]
  const about = counted === 'report_queue' ? [...own.about, 'ends_period', 'ends_stretch'] : own.about
  const sums = own.figures.map((name) => `sum(${name}) as ${name}`)
  const unions = Object.entries(parts).map(([part, key]) => {
    const list = key.map((expression) => `coalesce(${expression}::text, '')`).join(', ')
    const by = key.length > 0 ? `, ${key.join(', ')}` : ''
    return sql`select ${sql.lit(part)} as part, which, array[${sql.raw(list)}]::text[] as key, ${figures(part)} as figures
      from r group by which${sql.raw(by)}`
  })
  const { rows } = await sql<Group<Figures>>`
    with r as materialized (
      select which, at, ${sql.raw(about.join(', '))}, ${sql.raw(sums.join(', '))} from (${rowsOf(asked, counted)}) days
      group by which, at, ${sql.raw(about.join(', '))}
    ) ${sql.join(unions, sql` union all `)}`.execute(db)
  return rows
}

type Compared<Figures> = Figures & { before: Figures | null }

const keyOf = ({ key }: { key: readonly string[] }) => key.join('\t')

/** The groups of a part, each beside its own of the period before. A group that is in one period only has `none` in the other. */
export function compare<Figures extends object>(
  asked: Question,
  groups: readonly Group<Figures>[],
  part: string,
  none: Figures,
): { key: string[]; figures: Compared<Figures> }[] {
  const found = new Map<string, { key: string[]; now: Figures; before: Figures }>()
  for (const group of groups) {
    if (group.part !== part) continue
    const known = found.get(keyOf(group)) ?? { key: group.key, now: none, before: none }
    found.set(keyOf(group), { ...known, [group.which === 0 ? 'now' : 'before']: group.figures })
  }
  return [...found.values()].map(({ key, now, before }) => ({
    key,
    figures: { ...now, before: asked.before ? before : null },
  }))
}

/** The figures of the whole period. */
export const totalsOf = <Figures extends object>(asked: Question, groups: readonly Group<Figures>[], none: Figures) =>
  compare(asked, groups, 'totals', none)[0]?.figures ?? { ...none, before: asked.before ? none : null }

/** The figures of each bar, without gaps: a bar of the period and the one at the same place of the period before. */
export function seriesOf<Figures extends object>(asked: Question, groups: readonly Group<Figures>[], none: Figures) {
  const { period, before } = asked
  const figuresOf = (which: number, at: string | undefined) =>
    groups.find((group) => group.part === 'series' && group.which === which && group.key[0] === at)?.figures ?? none
  const earlier = before ? stretchesOf(before, stepOf(period)) : []
  return stretchesOf(period).map((at, index) => {
    const beforeAt = earlier[index] ?? null
    return { at, beforeAt, ...figuresOf(0, at), before: beforeAt === null ? null : figuresOf(1, beforeAt) }
  })
}

/** What every report says of its question. */
export const headOf = ({ period, before }: Question) => ({ period, before, step: stepOf(period) })
