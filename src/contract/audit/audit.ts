import { z } from 'zod'

/** Fields of a record before or after a change. */
const fields = z.record(z.string(), z.unknown())

/** One entry of the audit trail. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.string(),
  userId: z.int().nullable(),
  /** The name of the account; null when nobody was logged in. */
  user: z.string().nullable(),
  /** The member of staff who acted as that client. */
  impersonator: z.string().nullable(),
  ip: z.string(),
  requestId: z.string(),
  /** 'order.update', 'session.login' … */
  action: z.string(),
  entity: z.string(),
  entityId: z.int().nullable(),
  before: fields.nullable(),
  after: fields.nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Choices for filtering the trail: the actions and kinds of record in it, and the members of staff. */
export const auditFilters = z.object({
  actions: z.array(z.string()),
  entities: z.array(z.string()),
  users: z.array(z.object({ id: z.int(), name: z.string() })),
})

/** Records whose history staff can read, by their name in the address. */
export const HISTORY_OF = ['orders', 'clients', 'mail-templates', 'html-blocks'] as const
export type HistoryOf = (typeof HISTORY_OF)[number]
