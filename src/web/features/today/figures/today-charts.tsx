import { useQuery } from '@tanstack/react-query'
import { MILESTONE_LABELS } from '#contract/reference/milestones.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { BarChart } from '#web/ui/charts/chart.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './figures.module.css'
import { chartsQuery } from './figures.ts'

/** Weeks begin on days of the calendar. */
const { date } = datesIn('UTC')
const weekOf = (monday: string) => date(`${monday}T00:00:00.000Z`).replace(/ \d{4}$/, '')
const cbm = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 }).replaceAll(',', '\u00a0')

/** The volume booked each week beside that of the year before, and where the open orders are. */
export function TodayCharts() {
  const query = useQuery(chartsQuery)
  const fault = query.data ? null : faultOf(query.error)
  const { weeks = [], milestones = [] } = query.data ?? {}
  return (
    <section className={classes.charts} aria-label="Charts" aria-busy={query.isPending}>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {query.data && (
        <>
          <BarChart
            title="Volume booked per week, CBM"
            of="Week from"
            series={['This year', 'A year before']}
            points={weeks.map(({ monday, volume, yearBefore }) => ({
              label: weekOf(monday),
              values: [volume, yearBefore],
            }))}
            format={cbm}
          />
          <BarChart
            sideways
            title="Open orders by milestone"
            of="Milestone"
            series={['Orders']}
            points={milestones.map(({ milestone, orders }) => ({
              label: milestone ? MILESTONE_LABELS[milestone] : 'None yet',
              values: [orders],
            }))}
          />
        </>
      )}
    </section>
  )
}
