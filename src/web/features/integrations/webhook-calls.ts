import {
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react'
import {
  DELIVERIES_PATH,
  type Webhook,
  type WebhookDelivery,
  webhookDelivery,
  webhookSecret,
  webhooks,
} from '#contract/integrations/webhooks.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { listCall } from '#web/lib/list/list-call.ts'
import { refreshResource, resourceQueries } from '#web/lib/resource/use-resource.ts'

export const webhooksCall = resourceQueries<typeof webhooks.row>(webhooks).list()

export const deliveriesCall = (id: number) =>
  listCall({
    key: [webhooks.key, 'deliveries', String(id)],
    path: `${webhooks.path}/${id}/deliveries`,
    row: webhookDelivery,
  })

/** The values that the form sends. */
export type WebhookValues = Pick<Webhook, 'url' | 'events' | 'active'>

/** Adds a webhook (null), or changes one. */
export async function saveWebhook(webhook: Webhook | null, values: WebhookValues): Promise<Webhook> {
  const saved = webhook
    ? await request(webhooks.row, `${webhooks.path}/${webhook.id}`, {
        method: 'PUT',
        body: { ...values, updatedAt: webhook.updatedAt },
      })
    : await request(webhooks.row, webhooks.path, { method: 'POST', body: values })
  void refreshResource(webhooks)
  return saved
}

export async function removeWebhook({ id }: Webhook): Promise<void> {
  await request(nothing, `${webhooks.path}/${id}`, { method: 'DELETE' })
  await refreshResource(webhooks)
}

export const rotateSecret = ({ id }: Webhook) =>
  request(webhookSecret, `${webhooks.path}/${id}/rotate`, { method: 'POST' })

export async function replay({ id }: WebhookDelivery): Promise<void> {
  await request(webhookDelivery, `${DELIVERIES_PATH}/${id}/replay`, { method: 'POST' })
  await queryClient.invalidateQueries({ queryKey: [webhooks.key, 'deliveries'] })
}

const LOOKS = {
  waiting: { tone: 'info', icon: IconClock, children: 'Waiting' },
  delivered: { tone: 'good', icon: IconCircleCheck, children: 'Delivered' },
  failed: { tone: 'bad', icon: IconCircleX, children: 'Failed' },
  cancelled: { tone: 'neutral', icon: IconCircleMinus, children: 'Cancelled' },
} as const

/** The badge of a delivery's state, which names the reason of one that waits: a failure or a replay. */
export function deliveryLook({ state, attempts }: WebhookDelivery) {
  const last = attempts.at(-1)
  if (state !== 'waiting' || !last) return LOOKS[state]
  if (last.error === null) return { ...LOOKS.waiting, children: 'Waiting to be sent again' } as const
  return { tone: 'warn', icon: IconRefresh, children: 'Waiting to retry' } as const
}

/** The badge of a webhook's state. */
export function webhookLook({ active, failingSince }: Webhook) {
  if (!active) return { tone: 'neutral', icon: IconPlayerPause, children: 'Switched off' } as const
  if (failingSince) return { tone: 'warn', icon: IconRefresh, children: 'Failing' } as const
  return { tone: 'good', icon: IconCircleCheck, children: 'Active' } as const
}
