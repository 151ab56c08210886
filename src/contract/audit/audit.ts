import { z } from 'zod'

/** Allowed fields of a record, before or after a change. */
const fields = z.record(z.string(), z.unknown())

/** One entry of the audit trail. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.string(),
  userId: z.int().nullable(),
  /** Who did it; null: nobody who was logged in. */
  user: z.string().nullable(),
  /** The staff member who acted as that client. */
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

/** What the trail can be narrowed by: the actions and kinds of record that it holds, and everybody who did something. */
export const auditFilters = z.object({
  actions: z.array(z.string()),
  entities: z.array(z.string()),
  users: z.array(z.object({ id: z.int(), name: z.string() })),
})

/** Records whose history staff can read, by the name that stands in the address. */
export const HISTORY_OF = ['orders', 'clients', 'mail-templates', 'html-blocks'] as const
export type HistoryOf = (typeof HISTORY_OF)[number]
