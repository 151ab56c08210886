import type { z } from 'zod'
import { auditChange, auditEntry, auditFilters } from '#contract/audit/audit.ts'
import { apiKey, apiKeyInput, newApiKey } from '#contract/integrations/api-keys.ts'
import { webhookDelivery } from '#contract/integrations/webhooks.ts'

/** The names of schemas that administrators see: of the audit trail and of integrations. */
export const ADMIN_SCHEMAS: Record<string, z.ZodType> = {
  AuditEntry: auditEntry,
  AuditChange: auditChange,
  AuditFilters: auditFilters,
  ApiKey: apiKey,
  ApiKeyInput: apiKeyInput,
  NewApiKey: newApiKey,
  WebhookDelivery: webhookDelivery,
}
