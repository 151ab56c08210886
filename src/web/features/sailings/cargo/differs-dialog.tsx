import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { LoadedOrder } from '#contract/sailings/loadings.ts'
import { DifferenceTable } from '#web/features/sailings/shared/difference-table.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import classes from './cargo.module.css'
import { type Cargo, ordersDone } from './use-cargo.ts'

interface DiffersDialogProps {
  cargo: Cargo
  orders: LoadedOrder[]
  onClose: () => void
}

/** Fields in which confirmations differ from the sailing, and a button that takes over its values. */
export function DiffersDialog({ cargo, orders, onClose }: DiffersDialogProps) {
  const ids = orders.map(({ orderId }) => orderId)
  const takeOver = async () => {
    await cargo.run({
      place: 'loaded',
      done: ordersDone(ids.length === 1 ? 'follows the sailing' : 'follow the sailing'),
      call: ({ takeOver }) => takeOver(ids),
    })
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title="Differs from sailing" size="lg" busy={cargo.busy === 'loaded'}>
      {orders.map(({ orderId, trackingCode, differs }) => (
        <section key={orderId} className={classes.differing}>
          <h3 className={classes.code}>{formatTrackingCode(trackingCode)}</h3>
          <DifferenceTable differs={differs} />
        </section>
      ))}
      <DialogButtons
        confirm="Take over"
        onCancel={onClose}
        onConfirm={() => void takeOver()}
        busy={cargo.busy === 'loaded'}
      />
    </Dialog>
  )
}
