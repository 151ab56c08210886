import { type RawBuilder, sql } from 'kysely'
import { FIRST_DAY, type Period, periodBefore, stepOf, stretchesOf } from '#contract/reports/period.ts'
import type { Db } from '#server/db/client.ts'
import { COUNTED, type Counted } from './count-days.ts'
import type { Asked, Question } from './kept-rows.ts'
import { rowsOf, spansOf } from './kept-rows.ts'

/** A question about a period, with the one before it if `compare`. */
export const questionOf = (period: Period, compare: boolean): Question => ({
  period,
  before: compare ? periodBefore(period) : null,
})

/** The question with its days to count now. */
export async function ask(db: Db, question: Question): Promise<Asked> {
  const spans = spansOf(question)
  const { rows } = await sql<Omit<Asked, keyof Question>>`
    with here as materialized (select edition, shown_at(now(), until, offsets)::date as today from clock),
    wanted as (
      select distinct day::date as day from here,
        unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[]) as span (first, last),
        generate_series(first, least(last, today), interval '1 day') as day
    )
    select today::text as today, array(
      select day::text from wanted w where day = today or exists (select from report_changes c where c.day = w.day)
        or (day >= coalesce((select min(day) from report_days), ${FIRST_DAY}::date)
          and not exists (select from report_days k where k.day = w.day and k.zone = here.edition and k.complete_at = k.counted_at))
      order by day
    ) as live, array(select month::text from report_months) as months from here`.execute(db)
  return { today: '', live: [], months: [], ...rows[0], ...question }
}

/** Figures of a group in one of the two periods. */
export interface Group<Figures> {
  part: string
  which: number
  key: string[]
  figures: Figures
}

/** The grouping of each part of a report: expressions over the rows of `rowsOf`. */
type Parts = Record<string, readonly string[]>

interface Groups {
  /** A JSON object of aggregates. */
  figures: (part: string) => RawBuilder<unknown>
  parts: Parts
  /** Columns that the aggregates need beside figures. */
  also?: readonly string[]
}

/** Figures of a table, grouped for each part. */
export async function groupsOf<Figures>(
  db: Db,
  asked: Asked,
  counted: Counted,
  { figures, parts, also = [] }: Groups,
): Promise<Group<Figures>[]> {
  // The first grouping is by everything that any part groups by, which leaves few rows for each part to add
  // up.
  const about = sql.raw([...new Set(['which', ...Object.values(parts).flat(), ...also])].join(', '))
  const sums = COUNTED[counted].figures.map((name) => `sum(${name}) as ${name}`)
  const unions = Object.entries(parts).map(([part, key]) => {
    const list = key.map((expression) => `coalesce(${expression}::text, '')`).join(', ')
    const by = key.length > 0 ? `, ${key.join(', ')}` : ''
    return sql`select ${sql.lit(part)} as part, which, array[${sql.raw(list)}]::text[] as key, ${figures(part)} as figures
      from r group by which${sql.raw(by)}`
  })
  const { rows } = await sql<Group<Figures>>`
    with r as materialized (
      select ${about}, ${sql.raw(sums.join(', '))} from (${rowsOf(asked, counted)}) days group by ${about}
    ) ${sql.join(unions, sql` union all `)}`.execute(db)
  return rows
}

type Compared<Figures> = Figures & { before: Figures | null }

const keyOf = ({ key }: { key: readonly string[] }) => key.join('\t')

/**
 * The groups of a part, each beside its own of the period before. A group that is in one period only has
 * `none` in the other.
 */
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

/**
 * The figures of each bar, without gaps: a bar of the period and the one in the same position of the period
 * before.
 */
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

/** The head of every report: its question. */
export const headOf = ({ period, before }: Question) => ({ period, before, step: stepOf(period) })
