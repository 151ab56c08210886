import type { z } from 'zod'
import { auditChange, auditEntry, auditFilters } from '#contract/audit/audit.ts'
import { draft, draftInput } from '#contract/drafts/drafts.ts'
import { apiKey, apiKeyInput, newApiKey } from '#contract/integrations/api-keys.ts'
import { dcsaEvent } from '#contract/integrations/dcsa-events.ts'
import { mcpAnswer, mcpMessage } from '#contract/integrations/mcp/path.ts'
import { WEBHOOK_MESSAGES } from '#contract/integrations/webhook-messages.ts'
import { webhookDelivery } from '#contract/integrations/webhooks.ts'

/** Names of the schemas of the audit trail, integrations and drafts. */
export const ADMIN_SCHEMAS: Record<string, z.ZodType> = {
  AuditEntry: auditEntry,
  AuditChange: auditChange,
  AuditFilters: auditFilters,
  ApiKey: apiKey,
  ApiKeyInput: apiKeyInput,
  NewApiKey: newApiKey,
  WebhookDelivery: webhookDelivery,
  ...Object.fromEntries(WEBHOOK_MESSAGES.map(({ name, schema }) => [name, schema])),
  DcsaEvent: dcsaEvent,
  McpMessage: mcpMessage,
  McpAnswer: mcpAnswer,
  Draft: draft,
  DraftInput: draftInput,
}
