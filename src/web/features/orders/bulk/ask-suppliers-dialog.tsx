import { Textarea } from '@mantine/core'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { NO_SUPPLIER_ADDRESS, RUN_INPUTS } from '#contract/runs/start-run.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './bulk.module.css'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { MailSample } from './mail-sample.tsx'
import { RunSummary } from './run-summary.tsx'
import { buttonOf, type Preview, useBulk } from './use-bulk.ts'

/** The message that suits most; staff change it as they need. */
const MESSAGE = `We have not received this cargo yet.
Please tell us when it will arrive at the warehouse.`

/** Asks the shippers of the selected orders for their cargo. */
export function AskSuppliersDialog({ orders, onClose }: BulkDialogProps) {
  const form = useForm({
    schema: RUN_INPUTS['ask-suppliers'],
    initialValues: { message: MESSAGE },
    save: (values): Promise<void> => start(values),
  })
  const { message = '' } = form.values
  const { preview, start, ready } = useBulk('ask-suppliers', message?.trim() ? { message } : null, onClose)
  return (
    <FormDialog
      form={form}
      title="Ask suppliers"
      confirm={buttonOf(preview, 'Ask suppliers of')}
      disabled={!ready}
      onClose={onClose}
    >
      <div className={classes.form}>
        <Textarea
          label="Message"
          description="The facts of the shipment follow it: code, client, origin, vessel and cargo cut-off."
          withAsterisk
          data-autofocus
          autosize
          minRows={3}
          {...form.getInputProps('message')}
        />
        <MailSample preview={preview} orders={orders} />
        <WithoutAddress preview={preview} orders={orders} />
      </div>
      <RunSummary preview={preview} />
    </FormDialog>
  )
}

/** Orders named with a way to enter the address, at most; the summary opens all of them. */
const MOST_NAMED = 5

/** Orders whose shipper cannot be asked, each with the way to enter its address. */
function WithoutAddress({ preview: { data }, orders }: { preview: Preview; orders: BulkDialogProps['orders'] }) {
  const ids = data?.outcomes.find(({ reason }) => reason === NO_SUPPLIER_ADDRESS)?.ids ?? []
  const named = orders.filter(({ id }) => ids.includes(id)).slice(0, MOST_NAMED)
  if (named.length === 0) return null
  return (
    <Notice warn title="Enter the e-mail address of the shipper">
      {named.map((order) => (
        <div key={order.id}>
          <TextLink to="/orders/$orderId" params={{ orderId: order.id }} search={{ tab: 'shipment', panel: 'shipper' }}>
            {formatTrackingCode(trackingCodeOf(order))}
          </TextLink>
        </div>
      ))}
    </Notice>
  )
}
