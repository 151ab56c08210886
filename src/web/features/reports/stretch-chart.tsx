import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { listOfFigure } from '#contract/reports/figure-list.ts'
import { type Step, stretchPeriod } from '#contract/reports/period.ts'
import type { ReportName } from '#contract/reports/reports.ts'
import { countsRecords, type FigureColumn, figureOf } from '#contract/reports/tables.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { BarChart, LineChart } from '#web/ui/charts/chart.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { FigureLink } from './figure-link.tsx'
import { PartHead } from './part-head.tsx'
import classes from './reports.module.css'
import { withoutComparison } from './state/behind-link.ts'
import type { Asked } from './state/report-queries.ts'
import { showShort, showStretch } from './state/show-figure.ts'

interface Stretch {
  at: string
  before: object | null
}

interface StretchChartProps {
  report: ReportName
  title: string
  asked: Asked
  data: { step: Step; before: object | null; series: readonly Stretch[] } | undefined
  /** Figures to choose from, one chart each, beside the period before; the first shows at first. */
  figures: readonly FigureColumn[]
  /** True for a line, which shares and averages need: they do not add up. */
  line?: boolean
}

/** The name of a bar, which leads to the reports of its days. */
export const StretchHead = ({ at, step, asked }: { at: string; step: Step; asked: Asked }) => (
  <TextLink
    to="/reports"
    search={{ period: 'custom', ...stretchPeriod(at, step, asked.period), ...withoutComparison(asked) }}
  >
    {showStretch(at, step)}
  </TextLink>
)

interface StretchFigureProps {
  report: ReportName
  row: Stretch
  column: FigureColumn
  step: Step
  asked: Asked
}

/** A figure of a bar, which leads to the records that it counts. */
export function StretchFigure({ report, row, column, step, asked }: StretchFigureProps) {
  const value = figureOf(row, column.field)
  const period = stretchPeriod(row.at, step, asked.period)
  return (
    <FigureLink
      to={value && countsRecords(column) ? listOfFigure(report, {}, { row, column, period }) : null}
      asked={asked}
      label={column.label}
      of={showStretch(row.at, step)}
    >
      {value === null ? EMPTY : showShort(value, column.unit)}
    </FigureLink>
  )
}

/** A figure over time, with a bar for each day or month, beside those of the period before. */
export function StretchChart({ report, title, asked, data, figures, line = false }: StretchChartProps) {
  const [field, setField] = useState(figures[0]?.field)
  const figure = figures.find((each) => each.field === field)
  if (!figure) return null
  const { label, unit } = figure
  const Chart = line ? LineChart : BarChart
  const compared = data?.before !== null
  return (
    <div className={classes.part}>
      <PartHead title={title} report={report} table="series" asked={asked}>
        {figures.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={`Figure shown in the chart: ${title}`}
            data={figures.map((each) => ({ value: each.field, label: each.label }))}
            value={figure.field}
            onChange={setField}
          />
        )}
      </PartHead>
      <div className={classes.chart}>
        {data && (
          <Chart
            title={`${label} by ${data.step}`}
            of={data.step === 'day' ? 'Day' : 'Month'}
            series={compared ? [label, 'Previous period'] : [label]}
            points={data.series.map((stretch) => ({
              label: showStretch(stretch.at, data.step),
              head: <StretchHead at={stretch.at} step={data.step} asked={asked} />,
              cells: [
                <StretchFigure
                  key="now"
                  report={report}
                  row={stretch}
                  column={figure}
                  step={data.step}
                  asked={asked}
                />,
              ],
              values: [figureOf(stretch, figure.field), ...(compared ? [figureOf(stretch.before, figure.field)] : [])],
            }))}
            format={(value) => showShort(value, unit)}
          />
        )}
      </div>
    </div>
  )
}
