import { REPORT_TABLES } from '#contract/reports/tables.ts'
import { ReportTable } from './report-table.tsx'
import type { Asked } from './state/report-queries.ts'
import { TradeSection } from './trade-section.tsx'

interface SectionProps {
  asked: Asked
}

const { volume, quotes, 'on-time': onTime } = REPORT_TABLES

/** Orders and their volume. */
export const VolumeSection = ({ asked }: SectionProps) => (
  <TradeSection
    report="volume"
    title="Volume and orders"
    about="Orders by the day they were booked. Volume, weight and price exclude cancelled orders."
    asked={asked}
    charts={['orders', 'cbm', 'usd']}
  >
    {(report) => <ReportTable report="volume" table="lanes" about={volume.lanes} rows={report?.lanes} asked={asked} />}
  </TradeSection>
)

/** Quotes and their outcome. */
export const QuotesSection = ({ asked }: SectionProps) => (
  <TradeSection
    report="quotes"
    title="Quotes that became bookings"
    about="Instant quotes and quote requests by the day they came in, and how many of them became bookings."
    asked={asked}
    charts={['asked', 'booked', 'bookedUsd']}
  >
    {(report) => (
      <>
        <ReportTable report="quotes" table="kinds" about={quotes.kinds} rows={report?.kinds} asked={asked} />
        <ReportTable report="quotes" table="lanes" about={quotes.lanes} rows={report?.lanes} asked={asked} />
        <ReportTable report="quotes" table="people" about={quotes.people} rows={report?.people} asked={asked} />
      </>
    )}
  </TradeSection>
)

/** Arrivals against the first ETA. */
export const OnTimeSection = ({ asked }: SectionProps) => (
  <TradeSection
    report="on-time"
    title="On time"
    about="Sailings by the day they arrived. On time means no later than the first ETA."
    asked={asked}
    charts={['onTimeShare', 'averageLate']}
    line
  >
    {(report) => (
      <>
        <ReportTable report="on-time" table="lanes" about={onTime.lanes} rows={report?.lanes} asked={asked} />
        <ReportTable report="on-time" table="carriers" about={onTime.carriers} rows={report?.carriers} asked={asked} />
      </>
    )}
  </TradeSection>
)
