import { useQuery } from '@tanstack/react-query'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { filterParameter, writeFilter } from '#contract/lib/filters.ts'
import { MILESTONE_LABELS, type Milestone } from '#contract/reference/milestones.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { BarChart } from '#web/ui/charts/chart.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './figures.module.css'
import { chartsQuery } from './figures.ts'

/** UTC, because weeks begin on days of the calendar. */
const { date } = datesIn('UTC')
const weekOf = (monday: string) => date(`${monday}T00:00:00.000Z`).replace(/ \d{4}$/, '')
/**
 * The week on the axis: the month at its first week, else the day, so that each has room on a phone too. Two
 * months never stand beside each other.
 */
function tickOf(mondays: readonly string[], index: number): string {
  const month = (at: number) => mondays[at]?.slice(0, 7)
  const isFirst = month(index) !== month(index - 1)
  const isLast = index === 0 && month(1) !== month(0)
  const monday = mondays[index] ?? ''
  return isFirst && !isLast ? weekOf(monday).slice(0, 3) : String(Number(monday.slice(8)))
}
const cbm = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 }).replaceAll(',', '\u00a0')

/** Search params of the orders that a bar counts. */
const openOrdersAt = (milestone: Milestone | null) => ({
  [filterParameter('status')]: writeFilter({ operator: 'is', values: [String(OrderStatus.IN_PROGRESS)] }),
  [filterParameter('milestone')]: writeFilter(
    milestone ? { operator: 'is', values: [milestone] } : { operator: 'empty', values: [] },
  ),
})

/** The volume booked each week beside that of the year before, and the open orders by milestone. */
export function TodayCharts() {
  const query = useQuery(chartsQuery)
  const fault = query.data ? null : faultOf(query.error)
  const { weeks = [], milestones = [] } = query.data ?? {}
  return (
    <section className={classes.charts} aria-label="Charts" aria-busy={query.isPending}>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      <p className={classes.about}>Of all orders, whoever is in charge.</p>
      {query.data && (
        <>
          <BarChart
            title="Volume booked per week, CBM"
            of="Week from"
            series={['This year', 'A year before']}
            points={weeks.map(({ monday, volume, yearBefore }, index) => ({
              label: weekOf(monday),
              tick: tickOf(
                weeks.map((week) => week.monday),
                index,
              ),
              values: [volume, yearBefore],
            }))}
            format={cbm}
          />
          <BarChart
            sideways
            title="Open orders by milestone"
            of="Milestone"
            series={['Orders']}
            points={milestones.map(({ milestone, orders }) => {
              const label = milestone ? MILESTONE_LABELS[milestone] : 'None yet'
              return {
                label,
                head: (
                  <TextLink to="/orders" search={openOrdersAt(milestone)}>
                    {label}
                  </TextLink>
                ),
                values: [orders],
              }
            })}
          />
        </>
      )}
    </section>
  )
}
