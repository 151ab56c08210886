import { sql } from 'kysely'
import type { Actor } from '#server/http/app-types.ts'

/** Removes the drafts that an event was made from; nothing without any. Statements to send with others. */
export const draftsSent = ({ userId }: Actor, orderId: number, tabs: readonly string[] = []) =>
  tabs.length === 0
    ? []
    : [
        sql`delete from drafts where user_id = ${userId} and kind = 'set-event' and record_id = ${orderId} and tab = any(${tabs}::text[])`,
      ]
