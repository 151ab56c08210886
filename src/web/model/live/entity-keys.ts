import { ATTENTION_PATH } from '#contract/attention/attention.ts'
import { RULES_PATH } from '#contract/attention/attention-rules.ts'

/**
 * Query keys that show a table of the stream, each by the first part under which the cache has it: of tables that are no
 * resource, and of resources that show elsewhere too. The rows of a list of the first one are these records.
 */
const SHOWN_IN: Record<string, readonly string[]> = {
  orders: ['orders', 'views'],
  confirmations: ['orders', 'views'],
  documents: [],
  uploads: [],
  clients: ['clients', 'orders', 'views'],
  shippers: ['shippers'],
  mails: ['mail-log', 'views'],
  views: ['views'],
  attention: [ATTENTION_PATH],
  notifications: ['notifications'],
  runs: ['runs'],
  sailings: ['sailings', 'containers', 'views'],
  containers: ['containers', 'sailings'],
  mailTemplates: ['templates'],
  htmlBlocks: ['templates'],
  templateVariables: ['templates'],
  articles: ['articles'],
  article_slots: ['articles'],
  attentionRules: [RULES_PATH],
  users: ['staff', ATTENTION_PATH],
  settings: ['settings', 'admin/settings'],
  webhooks: [],
}

/** The first parts of the keys under which a table's records are shown: a resource's are cached under its own key. */
export const keysOfEntity = (entity: string): readonly string[] => SHOWN_IN[entity] ?? [entity]

/** True for what forms offer to choose from: reference data, which shows nowhere else, and mails. */
export const isOffered = (entity: string) => !(entity in SHOWN_IN) || entity === 'mailTemplates'
