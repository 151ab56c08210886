import { type Call, own } from '#contract/api/call.ts'
import { API_KEYS_PATH } from '#contract/integrations/api-keys.ts'
import { DELIVERIES_PATH, ROTATION_HOURS, webhooks } from '#contract/integrations/webhooks.ts'

/** The calls by which administrators open the API to other programs. */
export const INTEGRATION_CALLS: Record<string, Call> = {
  [`GET ${API_KEYS_PATH}`]: own('listApiKeys', 'List API keys'),
  [`POST ${API_KEYS_PATH}`]: own(
    'createApiKey',
    'Create an API key',
    'data.key is the key, which no other call shows again. It acts for you, with these scopes only.',
  ),
  [`GET ${webhooks.path}/{id}/deliveries`]: own(
    'listWebhookDeliveries',
    'List the deliveries to a webhook, newest first',
  ),
  [`POST ${webhooks.path}/{id}/rotate`]: own(
    'rotateWebhookSecret',
    'Give a webhook a new secret',
    `data.secret is shown only here. The secret before signs too for ${ROTATION_HOURS} hours.`,
  ),
  [`POST ${DELIVERIES_PATH}/{id}/replay`]: own(
    'replayWebhookDelivery',
    'Deliver a message again',
    'With the same webhook-id. 409 while the webhook is switched off.',
  ),
  [`DELETE ${API_KEYS_PATH}/{id}`]: own('revokeApiKey', 'Revoke an API key', 'It stops at once, and for good.'),
}
