import { ATTENTION_PATH } from '#contract/attention/attention.ts'
import { RULES_PATH } from '#contract/attention/attention-rules.ts'
import { documentRequirements } from '#contract/papers/document-requirements.ts'
import { carriers } from '#contract/reference/carriers.ts'
import { cartages } from '#contract/reference/cartages.ts'
import { cities } from '#contract/reference/cities.ts'
import { constants } from '#contract/reference/constants.ts'
import { depots } from '#contract/reference/depots.ts'
import { events } from '#contract/reference/events.ts'
import { freight } from '#contract/reference/freight.ts'
import { hints } from '#contract/reference/hints.ts'
import { locations } from '#contract/reference/locations.ts'
import { mailAddresses } from '#contract/reference/mail-addresses.ts'
import { ports } from '#contract/reference/ports.ts'
import { vessels } from '#contract/reference/vessels.ts'
import { containers } from '#contract/sailings/containers.ts'
import { sailings } from '#contract/sailings/sailings.ts'

/** Reference data, by the tables of the stream. */
const REFERENCE: Record<string, string> = {
  ports: ports.path,
  cities: cities.path,
  vessels: vessels.path,
  carriers: carriers.path,
  documentRequirements: documentRequirements.path,
  events: events.path,
  depots: depots.path,
  cartages: cartages.path,
  constants: constants.path,
  locations: locations.path,
  hints: hints.path,
  mailAddresses: mailAddresses.path,
  freight: freight.path,
}

/**
 * What shows a table's records, by the first part of the keys under which it is cached. The rows of a list of the first
 * one are these records.
 */
const SHOWN_IN: Record<string, readonly string[]> = {
  orders: ['orders', 'views'],
  confirmations: ['orders', 'views'],
  clients: ['clients', 'orders', 'views'],
  shippers: ['shippers'],
  mails: ['mail-log', 'views'],
  views: ['views'],
  attention: [ATTENTION_PATH],
  notifications: ['notifications'],
  runs: ['runs'],
  sailings: [sailings.path, containers.path, 'views'],
  containers: [containers.path, sailings.path],
  mailTemplates: ['templates'],
  htmlBlocks: ['templates'],
  templateVariables: ['templates'],
  articles: ['articles'],
  article_slots: ['articles'],
  attentionRules: [RULES_PATH],
  users: ['staff', ATTENTION_PATH],
  settings: ['settings', 'admin/settings'],
}

/** The first parts of the keys under which a table's records are shown; none for what no screen shows. */
export const keysOfEntity = (entity: string): readonly string[] =>
  SHOWN_IN[entity] ?? (REFERENCE[entity] === undefined ? [] : [REFERENCE[entity]])

/** True for what forms offer to choose from. */
export const isOffered = (entity: string) => entity in REFERENCE || entity === 'mailTemplates'
