import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#contract/reports/period.ts'
import { REPORT_SCHEMAS, type Report, type ReportName } from '#contract/reports/reports.ts'
import { request } from '#web/lib/api/api.ts'

/** What is asked of each report. */
export interface Asked {
  period: Period
  compare: boolean
}

/** The parameters of a report's calls. */
export const queryOf = ({ period, compare }: Asked) => ({ ...period, compare: compare ? 'previous' : undefined })

/** A report; the one of the period before stays on screen until the new one is there. */
export const reportQuery = <Name extends ReportName>(name: Name, asked: Asked) =>
  queryOptions({
    queryKey: ['reports', name, asked],
    // The cast: zod does not resolve the output of a schema that was looked up by name.
    queryFn: ({ signal }) =>
      request(REPORT_SCHEMAS[name], `report/${name}`, { query: queryOf(asked), signal }) as Promise<Report<Name>>,
    placeholderData: keepPreviousData,
  })
