import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#contract/reports/period.ts'
import { PREPARING, REPORT_SCHEMAS, type Report, type ReportName } from '#contract/reports/reports.ts'
import { request } from '#web/lib/api/api.ts'
import { mayRetry } from '#web/lib/api/api-error.ts'
import type { PeriodChoice } from './report-search.ts'

/** The period that reports are asked about, and the choice that it came from. */
export interface Asked {
  period: Period
  choice: PeriodChoice
  compare: boolean
}

/** The parameters of a report's calls. */
export const queryOf = ({ period, compare }: Pick<Asked, 'period' | 'compare'>) => ({
  ...period,
  compare: compare ? 'previous' : undefined,
})

/** True while the days of a report are being counted. */
export const isPreparing = (error: unknown) => error instanceof Error && error.message === PREPARING

/** Milliseconds between two reads of a report that is being prepared. */
const LOOK_MS = 15_000

/** A report; that of the period before stays on screen until the new one is there. */
export const reportQuery = <Name extends ReportName>(name: Name, asked: Asked) =>
  queryOptions({
    queryKey: ['reports', name, queryOf(asked)],
    // The cast: zod does not resolve the output of a schema that was looked up by name.
    queryFn: ({ signal }) =>
      request(REPORT_SCHEMAS[name], `report/${name}`, { query: queryOf(asked), signal }) as Promise<Report<Name>>,
    placeholderData: keepPreviousData,
    retry: (count, error) => count < 2 && mayRetry(error) && !isPreparing(error),
    refetchInterval: ({ state }) => (isPreparing(state.error) ? LOOK_MS : false),
  })
