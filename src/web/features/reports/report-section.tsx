import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Report, ReportName } from '#contract/reports/reports.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './reports.module.css'
import { type Asked, isPreparing, reportQuery } from './state/report-queries.ts'

interface SectionProps<Read> {
  title: string
  /** A sentence on the records that are counted. */
  about: string
  /** The figures of the report; undefined until they are there. */
  children: (report: Read | undefined) => ReactNode
}

interface ReportSectionProps<Name extends ReportName> extends SectionProps<Report<Name>> {
  report: Name
  asked: Asked
}

/** A report: its heading, and its figures once they are there. */
export function ReportSection<Name extends ReportName>({ report, asked, ...section }: ReportSectionProps<Name>) {
  const query: UseQueryResult<Report<Name>> = useQuery(reportQuery(report, asked))
  return <FiguresSection {...section} query={query} />
}

/** A heading, and the figures that a query reads once they are there. */
export function FiguresSection<Read>({
  title,
  about,
  query,
  children,
}: SectionProps<Read> & { query: UseQueryResult<Read> }) {
  const id = useId()
  const fault = faultOf(query.error)
  return (
    <section className={classes.section} aria-labelledby={id} aria-busy={query.isPlaceholderData}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.about}>{about}</p>
      {isPreparing(query.error) ? (
        <Notice role="status" title="The figures for this period are being prepared">
          They appear here as soon as they are ready.
        </Notice>
      ) : fault ? (
        <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        children(query.data)
      )}
    </section>
  )
}
