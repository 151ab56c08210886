import { useState } from 'react'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import type { PickedOrder } from '#web/model/bulk/picked.ts'
import { PreviewDialog } from '#web/ui/dialog/preview-dialog.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import classes from './bulk.module.css'
import type { Preview } from './use-bulk.ts'

/** The most options shown; typing finds the others. */
const MOST = 50

interface MailForProps {
  preview: Pick<Preview, 'orderId' | 'show'>
  /** Orders to choose from. */
  orders: readonly PickedOrder[]
}

const labelOf = (order: PickedOrder) =>
  [formatTrackingCode(trackingCodeOf(order)), order.companyName].filter(Boolean).join(' · ')

/** The choice of the order whose mail is shown. */
export const MailFor = ({ preview: { orderId, show }, orders }: MailForProps) => (
  <ChoiceSelect
    label="Preview mail for"
    noun="selected order"
    placeholder="Choose an order"
    clearable
    limit={MOST}
    clearButtonProps={{ 'aria-label': 'Show no mail' }}
    nothingFoundMessage="None of the selected orders"
    data={orders.map((order) => ({ value: String(order.id), label: labelOf(order) }))}
    value={orderId === null ? null : String(orderId)}
    onChange={(value) => show(value === null ? null : Number(value))}
  />
)

/** The mail of a chosen order, over the dialog. */
export function MailSample({ preview, orders }: MailForProps & { preview: Preview }) {
  const [opened, setOpened] = useState(false)
  const { data, waiting, fault, again, orderId, show } = preview
  const sample = data?.mails.sample
  const open = (id: number | null) => {
    show(id)
    setOpened(id !== null)
  }
  return (
    <>
      <MailFor preview={{ orderId, show: open }} orders={orders} />
      {opened && (
        <PreviewDialog
          title={sample?.subject || 'Mail'}
          onClose={() => setOpened(false)}
          html={waiting ? undefined : (sample?.html ?? '')}
          fault={fault}
          onRetry={again}
        >
          <p className={classes.dim}>{sample ? `To ${sample.to}` : !waiting && 'This order gets no mail.'}</p>
        </PreviewDialog>
      )}
    </>
  )
}
