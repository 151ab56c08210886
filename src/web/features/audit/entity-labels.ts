import { RESOURCES } from '#contract/api/resources.ts'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { capital, words } from './audit-words.ts'

/**
 * Labels of kinds of record. They are apart from other words because they need every resource, and a record's
 * own history needs none.
 */
const ENTITIES: Record<string, string> = {
  ...Object.fromEntries(RESOURCES.map(({ key, name, label = name }) => [key, label])),
  orders: 'Order',
  confirmations: 'Booking Confirmation',
  clients: 'Client',
  impersonations: 'Client',
  users: 'Account',
  shippers: 'Shipper',
  documents: 'Document',
  mails: 'Mail',
  article_slots: 'Main view',
  images: 'Image',
  runs: 'Run',
  deliveryTimes: 'Delivery time',
  setup: 'Setup',
  companyProfile: 'Company',
  views: 'View',
}

/** A kind of record in words: 'Mail template' for 'mailTemplates'. */
export const entityLabel = (entity: string) => ENTITIES[entity] ?? capital(words(entity))

/** The record of an entry, 'Order ABCD - 1234 - 5678'; by its number if it has no name. */
export function recordLabel({ entity, entityId, record }: Pick<AuditEntry, 'entity' | 'entityId' | 'record'>): string {
  return `${entityLabel(entity)} ${record ?? entityId ?? ''}`.trim()
}
