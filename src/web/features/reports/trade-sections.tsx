import { QUOTE_KIND_LABELS } from '#contract/reports/reports.ts'
import { type FigureColumn, REPORT_TABLES } from '#contract/reports/tables.ts'
import { behindHref, behindParams, idFilter } from './behind-link.ts'
import { KeyFigures } from './key-figures.tsx'
import type { Asked } from './report-queries.ts'
import { ReportSection } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'
import { StretchChart } from './stretch-chart.tsx'

interface SectionProps {
  asked: Asked
}

/** Some of the figures, for a chart. */
const only = (figures: readonly FigureColumn[], ...fields: string[]) =>
  figures.filter(({ field }) => fields.includes(field))

const { volume, quotes, 'on-time': onTime } = REPORT_TABLES

interface Lane {
  origin: string
  originName: string
  destination: string
  destinationName: string
}
const laneHref =
  (report: 'volume' | 'quotes' | 'on-time', { period }: Asked) =>
  ({ origin, originName, destination, destinationName }: Lane) =>
    behindHref(report, period, `${originName} → ${destinationName}`, { origin, destination })

/** Orders and their volume. */
export const VolumeSection = ({ asked }: SectionProps) => (
  <ReportSection
    report="volume"
    title="Volume and orders"
    about="Orders by the day they were booked. Volume, weight and price leave out cancelled orders."
    asked={asked}
  >
    {(report) => (
      <>
        <KeyFigures
          totals={report?.totals}
          figures={volume.series.figures}
          list={behindParams('volume', asked.period)}
        />
        <StretchChart
          report="volume"
          title={volume.series.title}
          asked={asked}
          data={report}
          figures={only(volume.series.figures, 'orders', 'cbm', 'usd')}
        />
        <ReportTable
          report="volume"
          table="lanes"
          about={volume.lanes}
          rows={report?.lanes}
          asked={asked}
          hrefOf={laneHref('volume', asked)}
        />
      </>
    )}
  </ReportSection>
)

/** Quotes and what became of them. */
export const QuotesSection = ({ asked }: SectionProps) => (
  <ReportSection
    report="quotes"
    title="Quotes that became bookings"
    about="Instant quotes and quote requests by the day they came in, and how many of them have become bookings."
    asked={asked}
  >
    {(report) => (
      <>
        <KeyFigures
          totals={report?.totals}
          figures={quotes.series.figures}
          list={behindParams('quotes', asked.period)}
        />
        <StretchChart
          report="quotes"
          title={quotes.series.title}
          asked={asked}
          data={report}
          figures={only(quotes.series.figures, 'asked', 'booked', 'bookedUsd')}
        />
        <ReportTable
          report="quotes"
          table="kinds"
          about={quotes.kinds}
          rows={report?.kinds}
          asked={asked}
          hrefOf={({ kind }) => behindHref('quotes', asked.period, QUOTE_KIND_LABELS[kind], { kind })}
        />
        <ReportTable
          report="quotes"
          table="lanes"
          about={quotes.lanes}
          rows={report?.lanes}
          asked={asked}
          hrefOf={laneHref('quotes', asked)}
        />
        <ReportTable
          report="quotes"
          table="people"
          about={quotes.people}
          rows={report?.people}
          asked={asked}
          hrefOf={({ id, name }) => behindHref('quotes', asked.period, name, { userId: idFilter(id) })}
        />
      </>
    )}
  </ReportSection>
)

/** Arrivals against the first promise. */
export const OnTimeSection = ({ asked }: SectionProps) => (
  <ReportSection
    report="on-time"
    title="On time"
    about="Sailings by the day they arrived. On time means no later than the first ETA."
    asked={asked}
  >
    {(report) => (
      <>
        <KeyFigures
          totals={report?.totals}
          figures={onTime.series.figures}
          list={behindParams('on-time', asked.period)}
        />
        <StretchChart
          report="on-time"
          title={onTime.series.title}
          asked={asked}
          data={report}
          figures={only(onTime.series.figures, 'onTimeShare', 'averageLate')}
          line
        />
        <ReportTable
          report="on-time"
          table="lanes"
          about={onTime.lanes}
          rows={report?.lanes}
          asked={asked}
          hrefOf={laneHref('on-time', asked)}
        />
        <ReportTable
          report="on-time"
          table="carriers"
          about={onTime.carriers}
          rows={report?.carriers}
          asked={asked}
          hrefOf={({ id, name }) => behindHref('on-time', asked.period, name, { carrierId: idFilter(id) })}
        />
      </>
    )}
  </ReportSection>
)
