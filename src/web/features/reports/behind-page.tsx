import { IconListSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type BehindName, type ReportItem, reportItem } from '#contract/reports/behind.ts'
import type { Period } from '#contract/reports/period.ts'
import { QUOTE_KIND_LABELS } from '#contract/reports/reports.ts'
import { type Dates, datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { listCall } from '#web/lib/list/list-call.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { useDates } from '#web/model/system/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import type { BehindSearch } from './report-search.ts'
import classes from './reports.module.css'
import { showDate, showFigure } from './show-figure.ts'

const TITLES: Record<BehindName, string> = {
  volume: 'Orders made',
  quotes: 'Quotes asked for',
  'on-time': 'Sailings that arrived',
  milestones: 'Orders that reached a milestone',
  workload: 'Things in the queue',
}
const DAYS: Partial<Record<BehindName, string>> = { 'on-time': 'Days late', milestones: 'Days', workload: 'Days open' }
/** Reports whose rows have neither a volume nor a price. */
const WITHOUT_CARGO: readonly BehindName[] = ['on-time', 'workload']

/** What the time of a row says. */
const whenOf = (name: BehindName, state: string | undefined) =>
  name !== 'workload' ? 'When' : state === 'closed' ? 'Done' : 'Since'

/** The columns that the rows of a report fill. */
function columnsOf(name: BehindName, state: string | undefined, { dateTime }: Dates): Column<ReportItem>[] {
  const ofSailings = name === 'on-time'
  const days = DAYS[name]
  const { date } = datesIn('UTC')
  return [
    {
      id: 'reference',
      header: ofSailings ? 'Sailing' : 'Order',
      width: 130,
      card: 'title',
      cell: ({ reference }) => reference ?? EMPTY,
    },
    { id: 'who', header: ofSailings ? 'Carrier' : 'Company', width: 190, wraps: true, cell: ({ who }) => who || EMPTY },
    ...(name === 'quotes'
      ? [
          {
            id: 'kind',
            header: 'Kind',
            width: 120,
            cell: ({ kind }: ReportItem) => (kind ? QUOTE_KIND_LABELS[kind] : EMPTY),
          },
        ]
      : []),
    {
      id: 'lane',
      header: 'Lane',
      width: 200,
      wraps: true,
      card: 'wide',
      cell: ({ originName, destinationName }) => `${originName} → ${destinationName}`,
    },
    // Arrivals are days anywhere.
    { id: 'at', header: whenOf(name, state), width: 140, cell: ({ at }) => (ofSailings ? date(at) : dateTime(at)) },
    ...(WITHOUT_CARGO.includes(name)
      ? []
      : [
          {
            id: 'cbm',
            header: 'CBM',
            width: 80,
            align: 'right' as const,
            cell: ({ cbm }: ReportItem) => showFigure(cbm, 'cbm'),
          },
          {
            id: 'usd',
            header: 'Price',
            width: 110,
            align: 'right' as const,
            cell: ({ usd }: ReportItem) => showFigure(usd, 'usd'),
          },
        ]),
    ...(days
      ? [
          {
            id: 'days',
            header: days,
            width: 80,
            align: 'right' as const,
            cell: (item: ReportItem) => showFigure(item.days, 'days'),
          },
        ]
      : []),
    { id: 'state', header: 'State', width: 150, wraps: true, cell: ({ state }) => state },
  ]
}

const callOf = (name: BehindName, query: Record<string, string | undefined>) =>
  listCall({ key: ['reports', name, 'behind'], path: `report/${name}/list`, row: reportItem, filters: query })

interface BehindPageProps {
  search: BehindSearch
  period: Period
}

/** What a figure of the reports counts, newest first. */
export function BehindPage({ search: { report: name, of, filters }, period }: BehindPageProps) {
  const router = useRouter()
  const dates = useDates()
  const list = useList(callOf(name, { ...period, ...filters }))
  const columns = useMemo(() => columnsOf(name, filters.state, dates), [name, filters.state, dates])
  const hrefOf = (to: string) => router.buildLocation({ to }).href
  const back = { period: 'custom', ...period } as const
  return (
    <Page fill>
      <PageTitle title={TITLES[name]} aside={<span className={classes.aside}>{of}</span>}>
        <ButtonLink variant="default" to="/reports" search={back}>
          Reports of this period
        </ButtonLink>
      </PageTitle>
      <p className={classes.about}>
        {showDate(period.from)} to {showDate(period.to)}
      </p>
      <PagedTable
        label={TITLES[name]}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ orderId, sailingId }) =>
          sailingId !== null ? hrefOf(`/sailings/${sailingId}`) : orderId !== null ? hrefOf(`/orders/${orderId}`) : ''
        }
        empty={
          <EmptyState icon={IconListSearch} title="Nothing in this period">
            What a figure counts is listed here.
          </EmptyState>
        }
      />
    </Page>
  )
}
