import { Button } from '@mantine/core'
import type { Order } from '#contract/orders/orders.ts'
import { DifferenceTable } from '#web/features/sailings/shared/difference-table.tsx'
import { refreshSailings } from '#web/features/sailings/shared/sailings.ts'
import { takeOverSailing } from '#web/features/sailings/shared/take-over.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './of-order.module.css'

/** Fields in which the confirmation differs from the sailing, and a button that takes over its values. */
export function OrderDiffers({ order: { id, sailing } }: { order: Order }) {
  const { run, busy } = useAttempt()
  if (!sailing || sailing.differs.length === 0) return null
  const { reference, differs } = sailing
  const takeOver = () =>
    run(async () => {
      await takeOverSailing(sailing.id, [id])
      await refreshSailings()
      showSuccess(`The booking confirmation now follows ${reference}`)
    })
  return (
    <div className={classes.notice}>
      <Notice warn title={`Differs from ${reference}`}>
        <DifferenceTable differs={differs} />
        <Button mt="sm" size="compact-sm" variant="default" loading={busy} onClick={() => void takeOver()}>
          Take over
        </Button>
      </Notice>
    </div>
  )
}
