import { ruleLabel } from '#contract/attention/rules.ts'
import { filterParameter, writeFilter } from '#contract/lib/filters.ts'
import { OrderStatus } from '#contract/orders/codes.ts'
import { showMilestone } from '#contract/reference/milestones.ts'
import { AGES, type Report } from '#contract/reports/reports.ts'
import { REPORT_TABLES } from '#contract/reports/tables.ts'
import { BarChart, LineChart } from '#web/ui/charts/chart.tsx'
import { behindHref, behindParams, stateParams } from './behind-link.ts'
import { KeyFigures } from './key-figures.tsx'
import { PartHead } from './part-head.tsx'
import type { Asked } from './report-queries.ts'
import { ReportSection } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './reports.module.css'
import { showFigure, showStretch } from './show-figure.ts'

interface SectionProps {
  asked: Asked
}

const { milestones, workload } = REPORT_TABLES
const days = (value: number) => showFigure(value, 'days')
const count = (value: number) => showFigure(value, 'count')
/** Steps of fewer orders say little: they are in the table only. */
const SHARE_SHOWN = 0.05

const stepWords = ({ came, reached }: { came: string; reached: string }) =>
  `${showMilestone(came)} → ${showMilestone(reached)}`

function StepChart({ steps }: { steps: Report<'milestones'>['steps'] }) {
  const most = Math.max(0, ...steps.map(({ orders }) => orders))
  const points = steps
    .filter(({ orders }) => orders > 0 && orders >= most * SHARE_SHOWN)
    .map(({ came, reached, median, p90 }) => ({
      label: stepWords({ came, reached }),
      values: [median, p90],
    }))
  if (points.length === 0) return null
  return (
    <div className={classes.chart}>
      <BarChart
        sideways
        title="Days between milestones"
        of="Step"
        series={['Median', '90th percentile']}
        points={points}
        format={days}
      />
    </div>
  )
}

/** Days between milestones. */
export const MilestonesSection = ({ asked }: SectionProps) => (
  <ReportSection
    report="milestones"
    title="Days between milestones"
    about="Days from one milestone to the next that the order reached, of orders that reached the second one in the period. Half of the orders took no longer than the median, nine of ten no longer than the 90th percentile."
    asked={asked}
  >
    {(report) => (
      <>
        {report?.whole && (
          <>
            <p className={classes.keysTitle}>From the booking to the delivery</p>
            <KeyFigures
              totals={report.whole}
              figures={milestones.steps.figures}
              listOf={() =>
                behindParams('milestones', asked.period, 'From the booking to the delivery', {
                  came: 'booked',
                  reached: 'delivered',
                })
              }
            />
          </>
        )}
        {report && <StepChart steps={report.steps} />}
        <ReportTable
          report="milestones"
          table="steps"
          about={milestones.steps}
          rows={report?.steps}
          asked={asked}
          hrefOf={({ came, reached }) =>
            behindHref('milestones', asked.period, stepWords({ came, reached }), { came, reached })
          }
        />
      </>
    )}
  </ReportSection>
)

function QueueChart({ report, asked }: { report: Report<'workload'>; asked: Asked }) {
  return (
    <div className={classes.part}>
      <PartHead title={workload.series.title} report="workload" table="series" asked={asked} />
      <div className={classes.chart}>
        <LineChart
          title={`The queue by ${report.step}`}
          of={report.step === 'day' ? 'Day' : 'Month'}
          series={['Came up', 'Done', 'Open at the end']}
          points={report.series.map(({ at, opened, closed, open }) => ({
            label: showStretch(at, report.step),
            values: [opened, closed, open],
          }))}
          format={count}
        />
      </div>
    </div>
  )
}

function AgeChart({ ages }: { ages: Report<'workload'>['ages'] }) {
  return (
    <div className={classes.chart}>
      <BarChart
        sideways
        title="Age of the queue now"
        of="Open for"
        series={['Open', 'Overdue']}
        points={ages.map(({ age, open, overdue }) => ({ label: age, values: [open, overdue] }))}
        format={count}
      />
    </div>
  )
}

/** The orders in progress in the charge of a person; of null, in nobody's. */
const openOrdersOf = (id: number | null) => ({
  [filterParameter('status')]: writeFilter({ operator: 'is', values: [String(OrderStatus.IN_PROGRESS)] }),
  [filterParameter('inCharge')]: writeFilter(
    id === null ? { operator: 'empty', values: [] } : { operator: 'is', values: [String(id)] },
  ),
})

/** Workload, and the age of the queue. */
export const WorkloadSection = ({ asked }: SectionProps) => (
  <ReportSection
    report="workload"
    title="Workload and age of the queue"
    about="What came up in Today and what was done in the period. Figures that say 'now' are of this moment, whatever the period."
    asked={asked}
  >
    {(report) => (
      <>
        <KeyFigures
          totals={report?.totals}
          figures={workload.series.figures}
          listOf={(field) => stateParams('workload', asked.period, field)}
        />
        {report && <QueueChart report={report} asked={asked} />}
        <ReportTable
          report="workload"
          table="people"
          about={workload.people}
          rows={report?.people}
          asked={asked}
          hrefOf={({ id }) => `/orders?${new URLSearchParams(openOrdersOf(id))}`}
        />
        <ReportTable
          report="workload"
          table="rules"
          about={workload.rules}
          rows={report?.rules}
          asked={asked}
          hrefOf={({ rule }) => behindHref('workload', asked.period, ruleLabel(rule), { state: 'open', rule })}
        />
        {report && <AgeChart ages={report.ages} />}
        <ReportTable
          report="workload"
          table="ages"
          about={workload.ages}
          rows={report?.ages}
          asked={asked}
          hrefOf={({ age }) =>
            behindHref('workload', asked.period, `Open for ${age}`, { state: 'now', age: String(AGES.indexOf(age)) })
          }
        />
      </>
    )}
  </ReportSection>
)
