import { z } from 'zod'
import { MAX_INT } from '#contract/lib/fields.ts'
import { listSearch } from '#web/lib/list/list-state.ts'

const word = z.string().max(100).optional().catch(undefined)
const id = z.coerce.number().int().positive().max(MAX_INT).optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** Search params of the trail: list state, filters (days as yyyy-MM-dd), the open entry. */
export const auditSearch = listSearch
  .extend({ action: word, entity: word, record: id, user: id, from: day, to: day, entry: id })
  .loose()
export const AUDIT_PARAMETERS = ['action', 'entity', 'record', 'user', 'from', 'to'] as const
export type AuditSearch = Partial<z.infer<typeof auditSearch>>
