import { sql } from 'kysely'
import { events } from '#contract/reference/events.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from './uses.ts'

/** Events with their mail template, which is never a system mail. */
export const eventStore = (db: Db) =>
  tableStore(db, 'events', events, {
    read: (from) =>
      from
        .selectFrom('events')
        .leftJoin('mailTemplates as t', 't.id', 'events.emailTemplateId')
        .select(['events.id', 'events.name', 'events.publicStatus', 'events.emailTemplateId', 'events.updatedAt'])
        .select(
          sql`case when t.id is not null then json_build_object('id', t.id, 'title', t.title) end`.as('emailTemplate'),
        ),
    columns: { emailTemplate: 't.title' },
    check: async (tx, { emailTemplateId: id }) => {
      if (id === null) return
      const found = await tx
        .selectFrom('mailTemplates')
        .select('id')
        .where('id', '=', id)
        .where('system', '=', false)
        .executeTakeFirst()
      if (!found) throw invalid({ emailTemplateId: 'This mail template does not exist' })
    },
    usedBy: (tx, id) =>
      countUses(tx, { order: sql`(select distinct order_id from order_events where event_id = ${id}) as used` }),
  })
