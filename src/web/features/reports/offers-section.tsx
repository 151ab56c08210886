import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { OFFER_FIGURES, OFFER_TABLES, type OfferReport, offerReport } from '#contract/offers/offer-report.ts'
import { listOfFigure } from '#contract/reports/figure-list.ts'
import { type Period, periodBefore } from '#contract/reports/period.ts'
import { request } from '#web/lib/api/api.ts'
import { KeyFigures } from './key-figures.tsx'
import { FiguresSection } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'
import { type Compared, comparedWith } from './state/compared-offers.ts'
import type { Asked } from './state/report-queries.ts'

const read = (query: Period, signal: AbortSignal) =>
  request(offerReport, 'report/offers', { query: { ...query }, signal })

/** Offers of a period, each figure with that of the period before if they are compared. */
const offersQuery = ({ period, compare }: Asked) =>
  queryOptions({
    queryKey: ['reports', 'offers', period, compare],
    queryFn: async ({ signal }): Promise<Compared> => {
      const before: OfferReport | null = compare ? await read(periodBefore(period), signal) : null
      return comparedWith(await read(period, signal), before)
    },
    placeholderData: keepPreviousData,
  })

const { reasons, lanes, clients, people } = OFFER_TABLES

/** Offers and what became of them. */
export function OffersSection({ asked }: { asked: Asked }) {
  const query: UseQueryResult<Compared> = useQuery(offersQuery(asked))
  const table = { report: 'offers' as const, asked }
  return (
    <FiguresSection
      title="Offers"
      about="Offers by the day they were sent, and what became of them. The win rate leaves out those that still wait."
      query={query}
    >
      {(report) => (
        <>
          <KeyFigures
            totals={report?.totals}
            figures={OFFER_FIGURES}
            asked={asked}
            listOf={(column, period) => listOfFigure('offers', {}, { row: report?.totals, column, period })}
          />
          <ReportTable {...table} table="lanes" about={lanes} rows={report?.lanes} />
          <ReportTable {...table} table="clients" about={clients} rows={report?.clients} />
          <ReportTable {...table} table="people" about={people} rows={report?.people} />
          <ReportTable {...table} table="reasons" about={reasons} rows={report?.reasons} />
        </>
      )}
    </FiguresSection>
  )
}
