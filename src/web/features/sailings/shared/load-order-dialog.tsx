import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type FittingSailing, type LoadingReply, loadingReply, rollInput } from '#contract/sailings/loadings.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { judgeForAll, oddities } from './fitting.ts'
import type { LoadingOrder } from './loading-order.ts'
import { refusedItems } from './refused-items.ts'
import { SailingPicker } from './sailing-picker.tsx'
import { refreshSailings } from './sailings.ts'

/** Why an order stays: 'ABCD - 1234 - 5678: Not on S-2026-0055'. */
const leftWords = ({ trackingCode, reason }: LoadingReply['items'][number]) =>
  `${formatTrackingCode(trackingCode ?? '')}: ${reason}`

/** The form: rolling needs a reason. */
const schemaOf = ({ from }: LoadingOrder) =>
  z.object({ toSailingId: rollInput.shape.toSailingId, reason: from ? rollInput.shape.reason : z.string() })

type Orders = readonly [LoadingOrder, ...LoadingOrder[]]

/** 'ABCD - 1234 - 5678', or '9 orders'. */
const whoOf = (orders: Orders) =>
  orders.length === 1 ? formatTrackingCode(orders[0].trackingCode) : `${orders.length} orders`

/** Loads or rolls orders, and says how many; those that stay are named with the reason. */
async function loadOrRoll(
  orders: Orders,
  { sailing, reason }: { sailing: FittingSailing; reason: string },
): Promise<void> {
  const [{ from }] = orders
  const { id: toSailingId, reference } = sailing
  // The dialog has asked about these confirmations.
  const takeOver = sailing.conflicts.length > 0
  const items: LoadingReply['items'] = []
  for (const sailingId of new Set(orders.map((order) => order.from?.id ?? null))) {
    const orderIds = orders.filter((order) => (order.from?.id ?? null) === sailingId).map(({ id }) => id)
    const body = sailingId ? { orderIds, toSailingId, reason, takeOver } : { orderIds, takeOver }
    const path = sailingId ? `${sailingId}/roll` : `${toSailingId}/orders`
    // One after the other, each of its own sailing: a sailing that refuses its orders leaves the others done.
    items.push(...(await itemsOf(`${sailings.path}/${path}`, body)))
  }
  // Nothing was done: the form says why.
  if (items.every(({ state }) => state === 'failed')) throw new ApiError(409, items.map(leftWords).join('; '))
  const left = items.filter(({ state }) => state === 'failed')
  const done = left.length === 0 ? whoOf(orders) : `${orders.length - left.length} of ${whoOf(orders)}`
  showSuccess(`${done} ${from ? 'rolled to' : 'loaded on'} ${reference}`)
  if (left.length > 0) showError(left.map(leftWords).join('; '))
  void refreshSailings()
}

/** The outcome for each order of a call, also of one that could do none. */
const itemsOf = (path: string, body: object): Promise<LoadingReply['items']> =>
  request(loadingReply, path, { method: 'POST', body }).then(
    ({ items }) => items,
    (error) => {
      const refused = refusedItems(error)
      if (refused) return refused
      throw error
    },
  )

interface LoadOrderDialogProps {
  /** The orders; each is rolled from its own sailing. */
  orders: Orders
  /** The reason to roll, as far as it is known. */
  reason?: string
  onClose: () => void
}

/** Loads orders on a sailing, or rolls them to another one. The dialog asks once about a misfit. */
export function LoadOrderDialog({ orders, reason: known = '', onClose }: LoadOrderDialogProps) {
  const [order] = orders
  const { id, from } = order
  const count = orders.length
  const who = whoOf(orders)
  const left = [...new Map(orders.flatMap((each) => (each.from ? [[each.from.id, each.from] as const] : []))).values()]
  const wanting = { orderIds: orders.map((each) => each.id), from: left.map((each) => each.id) }
  const [sailing, setSailing] = useState<FittingSailing | null>(null)
  const [asked, setAsked] = useState<readonly string[]>([])
  const form = useForm({
    schema: schemaOf(order),
    // The schema asks for a sailing.
    initialValues: { toSailingId: 0, reason: known },
    save: async ({ reason }) => {
      if (!sailing) return
      const judged = asked.length > 0 ? sailing : await judgeForAll(wanting, sailing)
      const odd = oddities(judged, { count, verb: from ? 'rolling' : 'loading' })
      if (odd.length > 0 && asked.length === 0) {
        setSailing(judged)
        setAsked(odd)
        return
      }
      await loadOrRoll(orders, { sailing: judged, reason })
      onClose()
    },
  })
  const verb = from ? 'Roll' : 'Load'
  return (
    <FormDialog
      // A chosen sailing is no typed input that could be lost.
      form={{ ...form, isDirty: () => form.values.reason !== known }}
      title={from ? `Roll ${who} from ${left.map(({ reference }) => reference).join(', ')}` : 'Load on sailing'}
      confirm={asked.length > 0 ? `${verb} all the same` : count === 1 ? verb : `${verb} ${who}`}
      size={860}
      onClose={onClose}
    >
      <Stack gap="sm">
        <SailingPicker
          {...wanting}
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
          <Notice warn role="alert" title={count === 1 ? `${verb} it all the same?` : `${verb} them all the same?`}>
            {asked.map((odd) => (
              <div key={odd}>{odd}</div>
            ))}
          </Notice>
        )}
      </Stack>
    </FormDialog>
  )
}
