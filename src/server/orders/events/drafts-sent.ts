import { sql } from 'kysely'
import type { Actor } from '#server/http/app-types.ts'

/**
 * Statements that remove the drafts from which an event was made, to send with others; none without drafts.
 */
export const draftsSent = ({ userId }: Actor, orderId: number, tabs: readonly string[] = []) =>
  tabs.length === 0
    ? []
    : [
        sql`delete from drafts where user_id = ${userId} and kind = 'set-event' and record_id = ${orderId} and tab = any(${tabs}::text[])`,
      ]
