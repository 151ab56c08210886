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

const codeOf = (row: LoadedOrder) => formatTrackingCode(row.trackingCode)
const containerOf = ({ container }: LoadedOrder) => (container ? boxName(container) : EMPTY)
const cbmOf = ({ usedCbm }: LoadedOrder) => quantity(usedCbm)
const kgOf = ({ usedKg }: LoadedOrder) => quantity(usedKg)
/** The icon of a badge, with its padding and gap. */
const BADGE = 30

/** Columns of the orders aboard, of which only company names may be cut; `onDiffers` shows how a confirmation differs from the sailing. */
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
    column('trackingCode', 'Tracking Code', 154, codeOf, { fits: codeOf, card: 'title' }),
    column('companyName', 'Company', 128, (row) => row.companyName || row.username, { wraps: true }),
    column('container', 'Container', 114, containerOf, { fits: containerOf }),
    column('cbm', 'CBM', 70, cbmOf, { fits: cbmOf, align: 'right' }),
    column('kg', 'kg', 88, kgOf, { fits: kgOf, align: 'right' }),
    column('receivedAt', 'Received', 122, (row) => <Received order={row} dates={dates} />, {
      fits: ({ receivedAt }) => (receivedAt ? dates.date(receivedAt) : 'Not yet'),
      room: BADGE,
    }),
    column('check', 'To check', 170, (row) => <ToCheck order={row} onDiffers={() => onDiffers(row)} />, {
      fits: longestCheck,
      room: BADGE,
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

/** What is to check, in badges below each other. */
const CHECKS = { cancelled: 'Cancelled', measured: 'Measurements differ', differs: 'Differs from sailing' }

const checksOf = ({ status, measuredDiffers, differs }: LoadedOrder) => ({
  cancelled: status === OrderStatus.CANCELLED,
  measured: measuredDiffers,
  differs: differs.length > 0,
})

/** The longest of the badges in a row. */
function longestCheck(order: LoadedOrder): string {
  const { cancelled, measured, differs } = checksOf(order)
  if (differs) return CHECKS.differs
  return measured ? CHECKS.measured : cancelled ? CHECKS.cancelled : EMPTY
}

function ToCheck({ order, onDiffers }: { order: LoadedOrder; onDiffers: () => void }) {
  const checks = checksOf(order)
  if (!checks.cancelled && !checks.measured && !checks.differs) return EMPTY
  return (
    <span className={classes.checks}>
      {checks.cancelled && (
        <StatusBadge tone="neutral" icon={IconBan}>
          {CHECKS.cancelled}
        </StatusBadge>
      )}
      {checks.measured && (
        <span title={measuredNote(order)}>
          <StatusBadge tone="warn" icon={IconScale}>
            {CHECKS.measured}
          </StatusBadge>
        </span>
      )}
      {checks.differs && (
        <UnstyledButton
          className={classes.differs}
          aria-haspopup="dialog"
          aria-label={`${CHECKS.differs}: ${codeOf(order)}`}
          onClick={onDiffers}
        >
          <StatusBadge tone="warn" icon={IconAlertTriangle}>
            {CHECKS.differs}
          </StatusBadge>
        </UnstyledButton>
      )}
    </span>
  )
}
