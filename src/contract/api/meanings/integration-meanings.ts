import { API_KEY_STATES, SCOPES } from '#contract/integrations/api-keys.ts'
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '#contract/integrations/webhooks.ts'

const ofWebhooks = Object.fromEntries(
  ['Webhook', 'EditWebhookBody', 'SaveWebhookBody', 'AddWebhookBody'].flatMap((name) => [
    [`${name}.events`, `What it is told of: ${WEBHOOK_EVENTS.join(', ')}.`],
    [`${name}.active`, 'Whether it is told of anything.'],
  ]),
)

/** What the properties of keys and webhooks mean. */
export const INTEGRATIONS: Record<string, string> = {
  'ApiKey.name': 'What the key is for, as its administrator named it.',
  'NewApiKey.name': 'What the key is for.',
  'NewApiKey.state': 'active.',
  'NewApiKey.createdBy': 'You.',
  'NewApiKey.expiresAt': 'When it stops working; null for never.',
  prefix: 'The part of the key that is not secret: qs_ and this.',
  scopes: `What the key may do: ${SCOPES.join(', ')}. The scope to write something includes the one to read it.`,
  'ApiKey.state': `${API_KEY_STATES.join(', ')}. A key is suspended while its owner is not an administrator.`,
  'ApiKey.createdBy': 'The administrator who created the key, for whom it acts.',
  'ApiKeyInput.name': 'What the key is for.',
  'ApiKey.expiresAt': 'When it stops working; null for never.',
  'ApiKeyInput.expiresAt': 'When it stops working; null for never.',
  lastUsedAt: 'When it was last used, to the minute; null if it never was.',
  revokedAt: 'When it was revoked; null if it was not.',
  url: 'Where messages are posted.',
  ...ofWebhooks,
  failingSince: 'Since when no message arrived; null if the last one did.',
  disabledReason: 'Why it was switched off by itself; null otherwise.',
  secret: 'What its messages are signed with. Only in the answers to creating it and to rotating its secret.',
  'WebhookDelivery.event': 'What the message tells.',
  'WebhookDelivery.orderId': 'The id of the order that it is about; null for none.',
  'WebhookDelivery.state': `${DELIVERY_STATES.join(', ')}.`,
  'WebhookDelivery.body': 'The message, as it is sent.',
  webhookId: 'The id of the webhook.',
  messageId: 'The webhook-id of the message, the same in all its attempts.',
  attempts: 'The attempts, the latest last.',
  'WebhookDelivery.attempts.at': 'When it began.',
  'WebhookDelivery.attempts.status': 'The status that was answered; null if there was no answer.',
  'WebhookDelivery.attempts.error': 'Why it failed; null if it did not.',
  'WebhookDelivery.attempts.ms': 'How long it took, in milliseconds.',
  nextAt: 'When it is attempted next; null for one that is over, or held by a run.',
  key: 'The key itself, shown only here.',
}
