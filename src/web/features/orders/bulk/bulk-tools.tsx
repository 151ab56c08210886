import { Button } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { ORDER_COLUMNS } from '#contract/orders/list/order-columns.ts'
import { MOST_SELECTED } from '#contract/orders/list/order-selection.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import type { List } from '#web/lib/list/use-list.ts'
import { useExport } from '#web/lib/resource/use-export.ts'
import type { Picked, PickedOrder } from '#web/model/bulk/picked.ts'
import { ExportMenu } from '#web/ui/export/export-menu.tsx'
import { DisabledReason } from '#web/ui/feedback/disabled-reason.tsx'
import { allOrders } from './all-orders.ts'
import { PrintOrders } from './print-orders.tsx'

interface BulkToolsProps {
  now: Picked
  list: List<OrderListItem>
  /** Columns shown. */
  columns: readonly string[]
}

/** Tools that only read the selected orders: their codes, and a printed list. */
export function BulkTools({ now, list, columns }: BulkToolsProps) {
  const { busy, run } = useAttempt()
  const [printed, setPrinted] = useState<readonly PickedOrder[] | null>(null)
  const copy = () =>
    run(async () => {
      const orders = await allOrders(now, list)
      await navigator.clipboard.writeText(orders.map((order) => formatTrackingCode(trackingCodeOf(order))).join('\n'))
      showSuccess(orders.length === 1 ? '1 code copied' : `${grouped(orders.length)} codes copied`)
    })
  const print = () => run(async () => setPrinted(await allOrders(now, list)))
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        disabled={busy}
        onClick={() => void copy()}
      >
        Copy codes
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        disabled={busy}
        onClick={() => void print()}
      >
        Print
      </Button>
      <ExportPicked now={now} list={list} columns={columns} />
      {printed && <PrintOrders orders={printed} onPrinted={() => setPrinted(null)} />}
    </>
  )
}

const TOO_MANY = `At most ${MOST_SELECTED.toLocaleString('en')} ticked orders. To export more, narrow the list and select all that match.`

/** The export of the selected orders, in the order of the list and with its columns. */
function ExportPicked({ now, list, columns }: BulkToolsProps) {
  const known: readonly string[] = ORDER_COLUMNS
  const shown = { columns: columns.filter((id) => known.includes(id)).join(',') }
  const exporting = useExport(
    'request/booking',
    'Orders',
    now.all
      ? { query: { ...list.shown, ...shown } }
      : { query: { ...sortingOf(list.shown), ...shown }, body: { ids: [...now.orders.keys()] } },
  )
  const reason = !now.all && now.orders.size > MOST_SELECTED ? TOO_MANY : null
  return (
    <DisabledReason reason={reason}>
      <span>
        <ExportMenu size="compact-sm" disabled={reason !== null} {...exporting} />
      </span>
    </DisabledReason>
  )
}

/** The sort order of a list, without its filters: ticked orders may no longer match them. */
const sortingOf = (shown: List<OrderListItem>['shown']) =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => name.startsWith('order[')))
