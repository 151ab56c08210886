import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { AttentionItem } from '#contract/attention/attention.ts'
import * as f from '#contract/lib/fields.ts'
import { order } from '#contract/orders/orders.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { ORDERS, orderQuery } from '#web/features/orders/shared/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { money } from '#web/lib/format/money.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { refreshQueue } from './shared/attention.ts'
import classes from './today.module.css'

const schema = z.object({ estimatedTransportation: f.decimal(2, { above: 0 }) })

/** Answers a quote request with its price. */
export function PriceDialog({ item, orderId, onClose }: { item: AttentionItem; orderId: number; onClose: () => void }) {
  const { data } = useQuery(orderQuery(orderId))
  const form = useForm({
    schema,
    initialValues: { estimatedTransportation: '' },
    save: async (body) => {
      // The version that was read goes along, so that a price entered meanwhile is not replaced.
      const sent = { ...body, updatedAt: data?.updatedAt }
      await request(order, `request/booking/edit/${orderId}`, { method: 'PUT', body: sent })
      await Promise.all([queryClient.invalidateQueries({ queryKey: ORDERS }), refreshQueue()])
      showSuccess('The price was saved')
      onClose()
    },
  })
  // A price that a colleague has entered, even while this is open.
  const given = data?.estimatedTransportation ?? null
  const code = item.trackingCode ? formatTrackingCode(item.trackingCode) : ''
  return (
    <FormDialog form={form} title={`Price of ${code}`} confirm="Save" disabled={given !== null} onClose={onClose}>
      <dl className={classes.request}>
        <dt>Client</dt>
        <dd>{item.companyName || item.username}</dd>
        <dt>Lane</dt>
        <dd>{[item.cityName, item.cartageName].filter(Boolean).join(' → ') || '-'}</dd>
        <dt>Request</dt>
        <dd>{data?.additionalInformation || data?.shipmentDescription || '-'}</dd>
      </dl>
      <TextInput
        label="Transport cost, USD"
        withAsterisk
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('estimatedTransportation')}
      />
      {given !== null && (
        <Notice warn role="status">
          A price has already been entered: {money(given)}.
        </Notice>
      )}
    </FormDialog>
  )
}
