import type { ReactNode } from 'react'
import { listOfFigure } from '#contract/reports/figure-list.ts'
import type { Report } from '#contract/reports/reports.ts'
import { REPORT_TABLES } from '#contract/reports/tables.ts'
import { KeyFigures } from './key-figures.tsx'
import { ReportSection } from './report-section.tsx'
import type { Asked } from './state/report-queries.ts'
import { StretchChart } from './stretch-chart.tsx'

/** Reports on bookings, quotes and sailings. */
type TradeReport = 'volume' | 'quotes' | 'on-time'

interface TradeSectionProps<Name extends TradeReport> {
  report: Name
  title: string
  about: string
  asked: Asked
  /** Figures that have a chart. */
  charts: readonly string[]
  /** True for a line, for shares and averages. */
  line?: boolean
  /** Tables of the report. */
  children: (report: Report<Name> | undefined) => ReactNode
}

/** A report with its figures, their chart over time, and tables. */
export function TradeSection<Name extends TradeReport>({
  charts,
  line,
  children,
  ...section
}: TradeSectionProps<Name>) {
  const { report, asked } = section
  const name: TradeReport = report
  const { title, figures } = REPORT_TABLES[name].series
  return (
    <ReportSection {...section}>
      {(data) => (
        <>
          <KeyFigures
            totals={data?.totals}
            figures={figures}
            asked={asked}
            listOf={(column, period) => listOfFigure(report, {}, { row: data?.totals, column, period })}
          />
          <StretchChart
            report={report}
            title={title}
            asked={asked}
            data={data}
            figures={figures.filter(({ field }) => charts.includes(field))}
            {...(line && { line })}
          />
          {children(data)}
        </>
      )}
    </ReportSection>
  )
}
