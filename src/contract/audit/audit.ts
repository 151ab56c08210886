import { z } from 'zod'

/** Fields of a record before or after a change. */
const fields = z.record(z.string(), z.unknown())

/** A field of an entry as people read it: its label and its values, with names for ids and dates in words. */
export const auditChange = z.object({
  field: z.string(),
  label: z.string(),
  /** '' for an empty value; null if the entry has no such side. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** True for rich text, which is given as its source. */
  html: z.boolean(),
})
export type AuditChange = z.infer<typeof auditChange>

/** One entry of the audit trail. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.string(),
  userId: z.int().nullable(),
  /** The account's name; null if nobody was signed in. */
  user: z.string().nullable(),
  /** The member of staff who acted as that client. */
  impersonator: z.string().nullable(),
  /** The name of the API key that acted on the account's behalf. */
  apiKey: z.string().nullable(),
  ip: z.string(),
  requestId: z.string(),
  /** The action: 'order.update', 'session.login' … */
  action: z.string(),
  entity: z.string(),
  entityId: z.int().nullable(),
  /** The record's name today; null if it has none. A deleted record says so. */
  record: z.string().nullable(),
  /** Fields as stored. */
  before: fields.nullable(),
  after: fields.nullable(),
  /** The fields as people read them. */
  changes: z.array(auditChange),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Choices for the filters: the actions and kinds of record in the trail, and the members of staff. */
export const auditFilters = z.object({
  actions: z.array(z.string()),
  entities: z.array(z.string()),
  users: z.array(z.object({ id: z.int(), name: z.string() })),
})

/** Records whose history staff can read, by their names in the address. */
export const HISTORY_OF = ['orders', 'clients', 'sailings', 'mail-templates', 'html-blocks', 'offers'] as const
export type HistoryOf = (typeof HISTORY_OF)[number]
