import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconCircleCheck, IconScale } from '@tabler/icons-react'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { LOADED_SORT_KEYS, type LoadedOrder } from '#contract/sailings/loadings.ts'
import { boxName } from '#web/features/sailings/shared/sailing-looks.ts'
import { type Dates, EMPTY } from '#web/lib/format/dates.ts'
import { quantity } from '#web/lib/format/money.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import type { Ticked } from '#web/lib/list/selection.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { Column } from '#web/ui/list/list-columns.ts'
import classes from './cargo.module.css'
import { selectColumn } from './select-column.tsx'

const SORTABLE = new Set<string>(LOADED_SORT_KEYS)

/** Columns of the orders aboard; `onDiffers` shows how a confirmation differs from the sailing. */
export function loadedColumns(
  dates: Dates,
  ticked: Ticked,
  onDiffers: (order: LoadedOrder) => void,
): Column<LoadedOrder>[] {
  const column = (
    id: string,
    header: string,
    width: number,
    cell: Column<LoadedOrder>['cell'],
    rest: Partial<Column<LoadedOrder>> = {},
  ): Column<LoadedOrder> => ({ id, header, width, cell, sortable: SORTABLE.has(id), ...rest })
  return [
    selectColumn(ticked, 'loaded'),
    column('trackingCode', 'Tracking Code', 154, (row) => formatTrackingCode(row.trackingCode), { card: 'title' }),
    column('companyName', 'Company', 128, (row) => row.companyName || row.username, { wraps: true }),
    column('container', 'Container', 114, (row) => (row.container ? boxName(row.container) : EMPTY)),
    column('cbm', 'CBM', 70, (row) => quantity(row.usedCbm), { align: 'right' }),
    column('kg', 'kg', 88, (row) => quantity(row.usedKg), { align: 'right' }),
    column('receivedAt', 'Received', 122, (row) => <Received order={row} dates={dates} />),
    column('check', 'To check', 170, (row) => <ToCheck order={row} onDiffers={() => onDiffers(row)} />, {
      noLink: true,
      card: 'wide',
    }),
  ]
}

function Received({ order: { receivedAt }, dates }: { order: LoadedOrder; dates: Dates }) {
  if (!receivedAt) return 'Not yet'
  return (
    <span title={dates.dateTime(receivedAt)}>
      <StatusBadge tone="good" icon={IconCircleCheck}>
        {dates.date(receivedAt)}
      </StatusBadge>
    </span>
  )
}

/** The measured cargo compared with the booked, in words. */
const measuredNote = ({ bookedCbm, bookedKg, measuredCbm, measuredKg }: LoadedOrder) =>
  `Booked ${shortQuantity(bookedCbm)} CBM, ${shortQuantity(bookedKg)} kg; measured ${shortQuantity(measuredCbm)} CBM, ${shortQuantity(measuredKg)} kg`

function ToCheck({ order, onDiffers }: { order: LoadedOrder; onDiffers: () => void }) {
  const { status, measuredDiffers, differs, trackingCode } = order
  const isCancelled = status === OrderStatus.CANCELLED
  if (!isCancelled && !measuredDiffers && differs.length === 0) return EMPTY
  return (
    <span className={classes.checks}>
      {isCancelled && (
        <StatusBadge tone="neutral" icon={IconBan}>
          Cancelled
        </StatusBadge>
      )}
      {measuredDiffers && (
        <span title={measuredNote(order)}>
          <StatusBadge tone="warn" icon={IconScale}>
            Measurements differ
          </StatusBadge>
        </span>
      )}
      {differs.length > 0 && (
        <UnstyledButton
          className={classes.differs}
          aria-haspopup="dialog"
          aria-label={`Differs from sailing: ${formatTrackingCode(trackingCode)}`}
          onClick={onDiffers}
        >
          <StatusBadge tone="warn" icon={IconAlertTriangle}>
            Differs from sailing
          </StatusBadge>
        </UnstyledButton>
      )}
    </span>
  )
}
