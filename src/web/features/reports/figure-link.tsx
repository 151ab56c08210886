import type { ReactNode } from 'react'
import type { RecordList } from '#contract/reports/figure-list.ts'
import { type Period, periodBefore } from '#contract/reports/period.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { behindParams, type ReportList } from './state/behind-link.ts'
import type { Asked } from './state/report-queries.ts'
import { showDate } from './state/show-figure.ts'

interface FigureLinkProps {
  /** The records that are counted; null if the figure has no list. */
  to: RecordList | null
  asked: Asked
  /** The name of the figure. */
  label: string
  /** The subject of its row, in words. */
  of?: string | undefined
  /** The figure as shown. */
  children: string
}

const isReport = (to: RecordList): to is ReportList => to.list !== 'orders' && to.list !== 'offers'

/** A figure that leads to the records that it counts; plain text without a list. */
export function FigureLink({ to, asked, label, of, children }: FigureLinkProps): ReactNode {
  if (!to) return children
  const name = [of, `${label}: ${children}`].filter(Boolean).join(', ')
  return isReport(to) ? (
    <TextLink to="/reports" search={behindParams(to, { asked, ...(of && { of }) })} aria-label={name}>
      {children}
    </TextLink>
  ) : (
    <TextLink to={to.list === 'offers' ? '/offers' : '/orders'} search={to.filters} aria-label={name}>
      {children}
    </TextLink>
  )
}

interface FigureBeforeProps extends Omit<FigureLinkProps, 'to'> {
  /** The records that are counted on these days; null if the figure has no list. */
  listOf: (period: Period) => RecordList | null
}

/** The figure of the period before, which leads to the records of then. */
export function FigureBefore({ listOf, label, ...link }: FigureBeforeProps): ReactNode {
  const before = periodBefore(link.asked.period)
  const days = `${showDate(before.from)} to ${showDate(before.to)}`
  return <FigureLink {...link} to={listOf(before)} label={`${label}, ${days}`} />
}
