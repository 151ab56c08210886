import type { ReactNode } from 'react'
import type { RecordList } from '#contract/reports/figure-list.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { behindParams, type ReportList } from './state/behind-link.ts'
import type { Asked } from './state/report-queries.ts'

interface FigureLinkProps {
  /** The records that are counted; null for what has no list. */
  to: RecordList | null
  asked: Asked
  /** What the figure is, in words. */
  label: string
  /** What its row is about, in words. */
  of?: string | undefined
  /** The figure as it is shown. */
  children: string
}

const isReport = (to: RecordList): to is ReportList => to.list !== 'orders'

/** A figure that leads to the records that it counts; without any, plain text. */
export function FigureLink({ to, asked, label, of, children }: FigureLinkProps): ReactNode {
  if (!to) return children
  const name = [of, `${label}: ${children}`].filter(Boolean).join(', ')
  return isReport(to) ? (
    <TextLink to="/reports" search={behindParams(to, { asked, ...(of && { of }) })} aria-label={name}>
      {children}
    </TextLink>
  ) : (
    <TextLink to="/orders" search={to.filters} aria-label={name}>
      {children}
    </TextLink>
  )
}
