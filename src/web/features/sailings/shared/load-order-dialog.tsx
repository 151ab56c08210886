import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type FittingSailing, loadingReply, rollInput } from '#contract/sailings/loadings.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { request } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { oddities } from './fitting.ts'
import type { LoadingOrder } from './loading-order.ts'
import { SailingPicker } from './sailing-picker.tsx'
import { refreshSailings } from './sailings.ts'

/** The form: rolling needs a reason. */
const schemaOf = ({ from }: LoadingOrder) =>
  z.object({ toSailingId: rollInput.shape.toSailingId, reason: from ? rollInput.shape.reason : z.string() })

/** Loads an order on a sailing, or rolls it to another one. What does not fit is asked once. */
export function LoadOrderDialog({ order, onClose }: { order: LoadingOrder; onClose: () => void }) {
  const { id, trackingCode, cbm, from } = order
  const [sailing, setSailing] = useState<FittingSailing | null>(null)
  const [asked, setAsked] = useState<readonly string[]>([])
  const form = useForm({
    schema: schemaOf(order),
    // The schema asks for a sailing.
    initialValues: { toSailingId: 0, reason: '' },
    save: async ({ toSailingId, reason }) => {
      const odd = sailing ? oddities(sailing, { count: 1, cbm: cbm ?? 0 }) : []
      if (odd.length > 0 && asked.length === 0) {
        setAsked(odd)
        return
      }
      const body = from ? { orderIds: [id], toSailingId, reason } : { orderIds: [id] }
      const path = from ? `${from.id}/roll` : `${toSailingId}/orders`
      await request(loadingReply, `${sailings.path}/${path}`, { method: 'POST', body })
      showSuccess(`${formatTrackingCode(trackingCode)} ${from ? 'rolled to' : 'loaded on'} ${sailing?.reference}`)
      void refreshSailings()
      onClose()
    },
  })
  const verb = from ? 'Roll' : 'Load'
  return (
    <FormDialog
      // A chosen sailing is no typed input that could be lost.
      form={{ ...form, isDirty: () => form.values.reason !== '' }}
      title={from ? `Roll ${formatTrackingCode(trackingCode)} from ${from.reference}` : 'Load on sailing'}
      confirm={asked.length > 0 ? `${verb} all the same` : verb}
      size={860}
      onClose={onClose}
    >
      <Stack gap="sm">
        <SailingPicker
          orderIds={[id]}
          from={from?.id}
          value={sailing}
          onChange={(chosen) => {
            form.setFieldValue('toSailingId', chosen.id)
            setSailing(chosen)
            setAsked([])
          }}
          error={form.errors.toSailingId}
        />
        {from && (
          <TextInput
            label="Reason"
            withAsterisk
            autoComplete="off"
            placeholder="Missed the cut-off"
            {...form.getInputProps('reason')}
          />
        )}
        {!from && (
          <TextLink
            to="/orders/$orderId"
            params={{ orderId: id }}
            search={{ tab: 'shipment', panel: 'confirmation' }}
            onClick={onClose}
          >
            On no sailing of ours? Enter vessel and dates by hand
          </TextLink>
        )}
        {asked.length > 0 && (
          <Notice warn role="alert" title={`${verb} it all the same?`}>
            {asked.map((odd) => (
              <div key={odd}>{odd}</div>
            ))}
          </Notice>
        )}
      </Stack>
    </FormDialog>
  )
}
