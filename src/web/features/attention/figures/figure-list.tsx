import { IconChecks } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FIGURE_LABELS, type FigureCode, type FigureRow } from '#contract/attention/figures.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { type Dates, datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { useList } from '#web/lib/list/use-list.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import { PagedTable } from '#web/ui/list/paged-table.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './figures.module.css'
import { figureCall } from './figures.ts'

/** UTC, because arrivals are days. */
const { date: day } = datesIn('UTC')

const WORDS: Record<FigureCode, { at: string; what?: string }> = {
  arrivals: { at: 'ETA', what: 'Vessel and voyage' },
  unconfirmed: { at: 'Booked' },
  quotes: { at: 'Requested' },
  documents: { at: 'Uploaded', what: 'Document' },
}

function columnsOf(figure: FigureCode, { dateTime }: Dates): Column<FigureRow>[] {
  const { at, what } = WORDS[figure]
  return [
    {
      id: 'at',
      header: at,
      width: 140,
      cell: (row) => (figure === 'arrivals' ? day(row.at) : dateTime(row.at)),
      card: 'aside',
    },
    {
      id: 'order',
      header: 'Order',
      width: 160,
      cell: ({ trackingCode }) => formatTrackingCode(trackingCode),
      card: 'title',
    },
    { id: 'company', header: 'Company', width: 200, cell: ({ companyName, username }) => companyName || username },
    ...(what
      ? [{ id: 'what', header: what, width: 220, wraps: true, cell: (row: FigureRow) => row.what || EMPTY }]
      : []),
    {
      id: 'lane',
      header: 'Lane',
      width: 190,
      wraps: true,
      cell: ({ cityName, cartageName }) => [cityName, cartageName].filter(Boolean).join(' → ') || EMPTY,
    },
    { id: 'inCharge', header: 'In charge', width: 120, cell: ({ inCharge }) => inCharge?.name ?? EMPTY },
  ]
}

/** The list behind a figure, in place of the queue. */
export function FigureList({ figure, owner }: { figure: FigureCode; owner: string | undefined }) {
  const router = useRouter()
  const list = useList(figureCall(figure, owner))
  const dates = useDates()
  const columns = useMemo(() => columnsOf(figure, dates), [figure, dates])
  const to = ({ orderId }: FigureRow) => ({ to: '/orders/$orderId', params: { orderId } }) as const
  return (
    <>
      <p className={classes.back}>
        <strong>{FIGURE_LABELS[figure]}</strong>
        <TextLink to="/today" search={(before: object) => ({ ...before, figure: undefined, page: undefined })}>
          Show the queue
        </TextLink>
      </p>
      <PagedTable
        label={FIGURE_LABELS[figure]}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ orderId }) => `/orders/${orderId}`}
        onOpen={(row) => void router.navigate(to(row))}
        onIntent={(row) => void router.preloadRoute(to(row))}
        empty={<EmptyState icon={IconChecks} title="None" />}
      />
    </>
  )
}
