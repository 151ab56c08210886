import { NativeSelect } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { OrderStatus, STATUS_LABELS } from '#contract/codes/order-codes.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useMailCopies } from '#web/features/mail/shared/mail-copies.ts'
import { NotifyUser } from '#web/features/mail/shared/notify-user.tsx'
import { orderStatusLook } from '#web/features/orders/shared/order-looks.ts'
import { conflictRow } from '#web/features/orders/shared/order-values.ts'
import { saveOrder } from '#web/features/orders/shared/save-order.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import classes from './order.module.css'

const statusOf = (value: string): OrderStatus =>
  Object.values(OrderStatus).find((status) => String(status) === value) ?? OrderStatus.IN_PROGRESS

/** The order's status; asks before changing it. */
export function StatusSelect({ head, order }: { head: OrderListItem; order: Order | undefined }) {
  const [wanted, setWanted] = useState<OrderStatus | null>(null)
  const [notify, setNotify] = useState(false)
  const { run, forget, ...attempt } = useAttempt()
  const { ask, dialog } = useConflictQuestion((keys, conflict) => conflictRow(keys, conflict, {}))
  const copies = useMailCopies({ enabled: notify })
  const close = () => setWanted(null)
  const choose = (value: string) => {
    forget()
    setNotify(false)
    setWanted(statusOf(value) === head.status ? null : statusOf(value))
  }
  const confirm = async () => {
    if (!order || wanted === null) return
    const saved = await run(() => saveOrder({ base: order, values: { status: wanted }, notify, ask }))
    if (!saved) return
    showSuccess('Order status was changed successfully')
    close()
  }
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Status"
        disabled={!order}
        data={STATUS_LABELS.map((label, value) => ({ label, value: String(value) }))}
        value={String(wanted ?? head.status)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Confirm
        opened={wanted !== null}
        title="Change status"
        confirm="Change status"
        {...attempt}
        onConfirm={() => void confirm()}
        onCancel={close}
      >
        <div className={classes.change}>
          <StatusBadge {...orderStatusLook(head.status)} />
          <IconArrowRight size={16} aria-label="to" />
          <StatusBadge {...orderStatusLook(wanted ?? head.status)} />
        </div>
        <NotifyUser on={notify} onChange={setNotify} address={order?.email ?? ''} copies={copies} />
      </Confirm>
      {dialog}
    </>
  )
}
