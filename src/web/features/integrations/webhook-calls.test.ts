import { expect, test } from 'vitest'
import type { WebhookAttempt, WebhookDelivery } from '#contract/integrations/webhooks.ts'
import { deliveryLook } from './webhook-calls.ts'

const delivery: WebhookDelivery = {
  id: 1,
  webhookId: 1,
  messageId: 'msg_1',
  event: 'order.created',
  orderId: 1,
  body: '{}',
  state: 'waiting',
  attempts: [],
  createdAt: '2026-11-20T09:05:00.000Z',
  nextAt: null,
}
const attempt = (error: string | null): WebhookAttempt => ({ at: delivery.createdAt, status: null, error, ms: 1 })
const shown = (attempts: WebhookAttempt[]) => deliveryLook({ ...delivery, attempts }).children

test('a delivery that waits says whether it failed before, or arrived and is sent again', () => {
  expect(shown([])).toBe('Waiting')
  expect(shown([attempt(null), attempt('Answered 500')])).toBe('Waiting to retry')
  expect(shown([attempt('Answered 500'), attempt(null)])).toBe('Waiting to be sent again')
})
