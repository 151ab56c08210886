import { IconListSearch } from '@tabler/icons-react'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type BehindName, type ReportItem, reportItem } from '#contract/reports/behind.ts'
import type { Period } from '#contract/reports/period.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { listCall } from '#web/lib/list/list-call.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { columnsOf, narrowedTo, titleOf } from './behind-columns.tsx'
import { QuoteDialog } from './quote-dialog.tsx'
import classes from './reports.module.css'
import type { BehindSearch, ReportSearch } from './state/report-search.ts'
import { showDate } from './state/show-figure.ts'

const route = getRouteApi('/staff/reports')

const callOf = (name: BehindName, query: Record<string, string | undefined>) =>
  listCall({ key: ['reports', name, 'behind'], path: `report/${name}/list`, row: reportItem, filters: query })

interface BehindPageProps {
  search: BehindSearch
  period: Period
  /** The reports from which it was opened. */
  back: ReportSearch
}

/**
 * The records behind a figure of the reports, newest first. A quote opens its answer, any other record its
 * order or sailing.
 */
export function BehindPage({ search: { report: name, of, filters, quote }, period, back }: BehindPageProps) {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const dates = useDates()
  const list = useList(callOf(name, { ...period, ...filters }))
  const columns = useMemo(() => columnsOf(name, filters.state, dates), [name, filters.state, dates])
  const hrefOf = (to: string) => router.buildLocation({ to }).href
  const show = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, quote: id }), resetScroll: false })
  const addressOf = ({ id, quote: kept, orderId, sailingId }: ReportItem) => {
    if (kept) return router.buildLocation({ to: '/reports', search: { ...address, quote: id } }).href
    if (sailingId !== null) return hrefOf(`/sailings/${sailingId}`)
    return orderId === null ? '' : hrefOf(`/orders/${orderId}`)
  }
  const shown = list.page?.items.find((item) => item.id === quote && item.quote)
  const title = titleOf(name, filters.state)
  return (
    <Page fill>
      <PageTitle title={title} aside={<span className={classes.aside}>{narrowedTo(name, filters.state, of)}</span>}>
        <ButtonLink variant="default" to="/reports" search={{ ...back }}>
          Reports for this period
        </ButtonLink>
      </PageTitle>
      <p className={classes.about}>
        {showDate(period.from)} to {showDate(period.to)}
      </p>
      <PagedTable
        label={title}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={addressOf}
        {...(name === 'quotes' && { onOpen: ({ id }: ReportItem) => show(id) })}
        empty={
          <EmptyState icon={IconListSearch} title="Nothing in this period">
            The records behind a figure are listed here.
          </EmptyState>
        }
      />
      {shown && <QuoteDialog item={shown} onClose={() => show(undefined)} />}
    </Page>
  )
}
