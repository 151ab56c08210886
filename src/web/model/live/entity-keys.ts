import { ATTENTION_PATH } from '#contract/attention/attention.ts'
import { RULES_PATH } from '#contract/attention/attention-rules.ts'

/**
 * Query keys that show a table of the stream, each by its first part in the cache: of tables that are no
 * resource, and of resources that show elsewhere too. The rows of a list of the first key are these records.
 */
const SHOWN_IN: Record<string, readonly string[]> = {
  orders: ['orders', 'arrivals', 'views'],
  confirmations: ['orders', 'arrivals', 'views'],
  documents: [],
  uploads: [],
  clients: ['clients', 'orders', 'views'],
  shippers: ['shippers'],
  mails: ['mail-log', 'views', 'mail-in'],
  mailIn: ['mail-in'],
  views: ['views'],
  attention: [ATTENTION_PATH],
  notifications: ['notifications'],
  runs: ['runs'],
  sailings: ['sailings', 'containers', 'arrivals', 'views'],
  offers: ['offers', 'views'],
  containers: ['containers', 'sailings', 'arrivals', 'views'],
  mailTemplates: ['templates'],
  htmlBlocks: ['templates'],
  templateVariables: ['templates'],
  articles: ['articles'],
  article_slots: ['articles'],
  attentionRules: [RULES_PATH],
  users: ['staff', ATTENTION_PATH],
  settings: ['settings', 'admin/settings'],
  webhooks: [],
  inboxes: ['inboxes', 'mail-in'],
  carrierEvents: ['carrier-events', 'sailings'],
  feeds: ['feeds'],
}

/** First parts of the query keys that show a table's records; a resource is cached under its own key. */
export const keysOfEntity = (entity: string): readonly string[] => SHOWN_IN[entity] ?? [entity]

/** True for records that forms offer to choose from: reference data, which shows nowhere else, and mails. */
export const isOffered = (entity: string) => !(entity in SHOWN_IN) || entity === 'mailTemplates'
