import { showMilestone } from '#contract/reference/milestones.ts'
import { listOfFigure } from '#contract/reports/figure-list.ts'
import type { Report } from '#contract/reports/reports.ts'
import { REPORT_TABLES } from '#contract/reports/tables.ts'
import { BarChart, LineChart } from '#web/ui/charts/chart.tsx'
import { KeyFigures } from './key-figures.tsx'
import { PartHead } from './part-head.tsx'
import { ReportSection } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'
import classes from './reports.module.css'
import type { Asked } from './state/report-queries.ts'
import { showFigure, showStretch } from './state/show-figure.ts'
import { StretchFigure, StretchHead } from './stretch-chart.tsx'

interface SectionProps {
  asked: Asked
}

const { milestones, workload } = REPORT_TABLES
const days = (value: number) => showFigure(value, 'days')
const count = (value: number) => showFigure(value, 'count')
const WHOLE = 'From booking to delivery'
/** The share of orders from which a step is in the chart; the table has smaller ones. */
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

const WholeFigures = ({ whole, asked }: { whole: NonNullable<Report<'milestones'>['whole']>; asked: Asked }) => (
  <>
    <p className={classes.keysTitle}>{WHOLE}</p>
    <KeyFigures
      totals={whole}
      figures={milestones.steps.figures}
      asked={asked}
      of={WHOLE}
      listOf={(column, period) =>
        listOfFigure('milestones', milestones.steps, {
          row: { ...whole, came: 'booked', reached: 'delivered' },
          column,
          period,
        })
      }
    />
  </>
)

/** Days between milestones. */
export const MilestonesSection = ({ asked }: SectionProps) => (
  <ReportSection
    report="milestones"
    title="Days between milestones"
    about="How many days orders took from one milestone to the next, by orders that reached the later one in this period. Half of them took no longer than the median, and nine in ten no longer than the 90th percentile."
    asked={asked}
  >
    {(report) => (
      <>
        {report?.whole && <WholeFigures whole={report.whole} asked={asked} />}
        {report && <StepChart steps={report.steps} />}
        <ReportTable report="milestones" table="steps" about={milestones.steps} rows={report?.steps} asked={asked} />
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
          series={workload.series.figures.map(({ label }) => label)}
          points={report.series.map((row) => ({
            label: showStretch(row.at, report.step),
            head: <StretchHead at={row.at} step={report.step} asked={asked} />,
            cells: workload.series.figures.map((column) => (
              <StretchFigure
                key={column.field}
                report="workload"
                row={row}
                column={column}
                step={report.step}
                asked={asked}
              />
            )),
            values: [row.opened, row.closed, row.open],
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

/** Workload, and the age of the queue. */
export const WorkloadSection = ({ asked }: SectionProps) => (
  <ReportSection
    report="workload"
    title="Workload and age of the queue"
    about="What entered and left the queue of Today in this period. Figures marked 'now' are as of this moment, whatever the period."
    asked={asked}
  >
    {(report) => (
      <>
        <KeyFigures
          totals={report?.totals}
          figures={workload.series.figures}
          asked={asked}
          listOf={(column, period) => listOfFigure('workload', {}, { row: report?.totals, column, period })}
        />
        {report && <QueueChart report={report} asked={asked} />}
        <ReportTable report="workload" table="people" about={workload.people} rows={report?.people} asked={asked} />
        <ReportTable report="workload" table="rules" about={workload.rules} rows={report?.rules} asked={asked} />
        {report && <AgeChart ages={report.ages} />}
        <ReportTable report="workload" table="ages" about={workload.ages} rows={report?.ages} asked={asked} />
      </>
    )}
  </ReportSection>
)
