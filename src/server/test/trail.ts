import { expect } from 'vitest'
import type { Db } from '#server/db/client.ts'

/** The audit trail of one record, oldest first. */
export const trailOf = (db: Db, entity: string, entityId: number) =>
  db
    .selectFrom('auditEntries')
    .selectAll()
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .orderBy('id')
    .execute()

/** The reply to an edit from a stale version, after a change by the server's staff user. */
export const staleReply = (current: unknown) => ({
  status: 409,
  body: {
    message: expect.stringMatching(
      /^This record was changed by Mara Staff at [A-Z][a-z]{2} \d{1,2} \d{4} \d{1,2}:\d\d\.$/,
    ),
    data: current,
  },
})
