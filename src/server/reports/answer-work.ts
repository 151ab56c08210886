import { type RawBuilder, sql } from 'kysely'
import { RULE_CODES } from '#contract/attention/attention.ts'
import { MILESTONES } from '#contract/reference/milestones.ts'
import {
  AGES,
  milestonesReport as milestones,
  type QueueFigures,
  type Report,
  type StaffFigures,
  type StepFigures,
} from '#contract/reports/reports.ts'
import type { Db } from '#server/db/client.ts'
import type { Question } from './kept-rows.ts'
import { rowsOf } from './kept-rows.ts'
import { namesOf } from './names.ts'
import { readOpen } from './open-now.ts'
import { ask, compare, type Group, groupsOf, headOf, seriesOf, totalsOf } from './read-days.ts'

const step = milestones.shape.steps.element.pick({ came: true, reached: true })
const IN_ORDER: readonly string[] = MILESTONES
const placeOf = (code: string) => IN_ORDER.indexOf(code)

/** The smallest number of days within which a share of a step's orders took it. */
const percentile = (share: number): RawBuilder<number> =>
  sql`min(days) filter (where upto >= total * ${sql.lit(share)})`

/** Days from one milestone to the next, of orders that reached the second. */
export async function milestonesReport(db: Db, question: Question): Promise<Report<'milestones'>> {
  const none: StepFigures = { orders: 0, median: null, p90: null }
  const asked = await ask(db, question)
  const { rows } = await sql<Group<StepFigures>>`
    select 'steps' as part, which, array[came_from::text, reached::text] as key,
      json_build_object('orders', max(total), 'median', ${percentile(0.5)}, 'p90', ${percentile(0.9)}) as figures
    from (
      select which, came_from, reached, days, sum(sum(orders)) over (same order by days) as upto, sum(sum(orders)) over (same) as total
      from (${rowsOf(asked, 'report_steps')}) r group by which, came_from, reached, days
      window same as (partition by which, came_from, reached)
    ) shares group by which, came_from, reached`.execute(db)
  const found = compare(asked, rows, 'steps', none).map(({ key: [came, reached], figures }) => ({
    ...step.parse({ came, reached }),
    ...figures,
  }))
  const isWhole = ({ came, reached }: { came: string; reached: string }) => came === 'booked' && reached === 'delivered'
  const whole = found.find(isWhole)
  return {
    ...headOf(asked),
    steps: found
      .filter((each) => !isWhole(each))
      .sort((one, other) => placeOf(one.came) - placeOf(other.came) || placeOf(one.reached) - placeOf(other.reached)),
    whole: whole ? { orders: whole.orders, median: whole.median, p90: whole.p90, before: whole.before } : null,
  }
}

/** The waiting work, and the work that came, went and was done. */
export async function workloadReport(db: Db, question: Question): Promise<Report<'workload'>> {
  const none: QueueFigures = { opened: 0, closed: 0, open: 0 }
  const idle: Pick<StaffFigures, 'events' | 'bookings'> = { events: 0, bookings: 0 }
  const asked = await ask(db, question)
  const figures = (part: string) => sql`json_build_object('opened', sum(opened), 'closed', sum(closed),
    'open', coalesce(sum(open) filter (where ${sql.ref(part === 'series' ? 'ends_stretch' : 'ends_period')}), 0))`
  const [queue, done, quoted, names, now] = await Promise.all([
    groupsOf<QueueFigures>(db, asked, 'report_queue', {
      figures,
      parts: { totals: [], series: ['at'], rules: ['rule'] },
      also: ['ends_period', 'ends_stretch'],
    }),
    groupsOf<typeof idle>(db, asked, 'report_staff', {
      figures: () => sql`json_build_object('events', sum(events), 'bookings', sum(bookings))`,
      parts: { people: ['user_id'] },
    }),
    groupsOf<{ quotes: number }>(db, asked, 'report_askers', {
      figures: () => sql`json_build_object('quotes', sum(asked))`,
      parts: { people: ['user_id'] },
    }),
    namesOf(db, 'users'),
    readOpen(db),
  ])
  const work = new Map(compare(asked, done, 'people', idle).map(({ key, figures: found }) => [key[0] ?? '', found]))
  const quotes = new Map(
    compare(asked, quoted, 'people', { quotes: 0 }).map(({ key, figures: found }) => [key[0] ?? '', found]),
  )
  const opens = new Map(now.people.map((each) => [String(each.id ?? ''), each]))
  const ids = new Set([...work.keys(), ...opens.keys(), ...[...quotes.keys()].filter((id) => id !== '')])
  const people = [...ids].map((id) => {
    const { events, bookings, before } = work.get(id) ?? { ...idle, before: idle }
    const own = quotes.get(id)
    const { inCharge = 0, waiting = 0, overdue = 0 } = opens.get(id) ?? {}
    return {
      id: id === '' ? null : Number(id),
      name: names.get(Number(id)) ?? 'Nobody',
      inCharge,
      waiting,
      overdue,
      events,
      bookings,
      quotes: own?.quotes ?? 0,
      before: asked.before ? { ...(before ?? idle), quotes: own?.before?.quotes ?? 0 } : null,
    }
  })
  const kept = new Map(compare(asked, queue, 'rules', none).map(({ key, figures: found }) => [key[0], found]))
  return {
    ...headOf(asked),
    totals: totalsOf(asked, queue, none),
    series: seriesOf(asked, queue, none),
    people: people.sort((one, other) => other.waiting - one.waiting || one.name.localeCompare(other.name)),
    rules: RULE_CODES.flatMap((rule) => {
      const open = now.rules.find((each) => each.rule === rule)
      const found = kept.get(rule)
      if (!open && !found) return []
      const { overdue = 0, medianAge = null, oldestAge = null } = open ?? {}
      const own = found ?? { ...none, before: asked.before ? none : null }
      return { rule, overdue, medianAge, oldestAge, ...own }
    }),
    ages: AGES.map((age, at) => {
      const found = now.ages.find((each) => each.age === at)
      return { age, open: found?.open ?? 0, overdue: found?.overdue ?? 0 }
    }),
  }
}
