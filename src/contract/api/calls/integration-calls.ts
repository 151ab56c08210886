import { type Call, own } from '#contract/api/call.ts'
import { API_KEYS_PATH } from '#contract/integrations/api-keys.ts'
import { DCSA_PATH } from '#contract/integrations/dcsa-events.ts'
import { MCP_PATH } from '#contract/integrations/mcp/path.ts'
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
  [`GET ${DCSA_PATH}`]: own(
    'listDcsaEvents',
    'List events as DCSA Track & Trace 2.2',
    'A bare array, not the envelope, and failures as the standard has them. The header Link leads to the next page.',
  ),
  [`POST ${MCP_PATH}`]: own(
    'callMcp',
    'Talk to an assistant by the Model Context Protocol',
    'JSON-RPC of the revisions 2026-07-28 and 2025-11-25, not our envelope. By API key only; each tool needs a scope of its own.',
  ),
  [`DELETE ${API_KEYS_PATH}/{id}`]: own('revokeApiKey', 'Revoke an API key', 'It stops at once, and for good.'),
}
