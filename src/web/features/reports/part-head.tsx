import type { ReactNode } from 'react'
import { OFFER_TABLES } from '#contract/offers/offer-report.ts'
import type { ReportName } from '#contract/reports/reports.ts'
import { REPORT_TABLES, type ReportTable } from '#contract/reports/tables.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import classes from './reports.module.css'
import { type Asked, queryOf } from './state/report-queries.ts'

interface PartHeadProps {
  title: string
  report: ReportName | 'offers'
  table: string
  asked: Asked
  /** A choice before the export. */
  children?: ReactNode
}

/** The heading of a table or chart, with the export of its figures. */
export function PartHead({ title, report, table, asked, children }: PartHeadProps) {
  const tables: object = report === 'offers' ? OFFER_TABLES : REPORT_TABLES[report]
  const name = Object.entries<ReportTable<never>>({ ...tables }).find(([key]) => key === table)?.[1].title
  const exporting = useExport(`report/${report}`, name ?? title, { query: { ...queryOf(asked), table } })
  return (
    <div className={classes.partHead}>
      <h3 className={classes.partTitle}>{title}</h3>
      <div className={classes.partTools}>
        {children}
        <ExportMenu {...exporting} />
      </div>
    </div>
  )
}
