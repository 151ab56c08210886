import { sql } from 'kysely'
import { noSuch } from '#contract/lib/messages.ts'
import { type EventInput, type EventRecord, events } from '#contract/reference/events.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Store } from '#server/resource/store.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { countUses } from '#server/resource/uses.ts'

/** The input with the template under its own name: callers may send it as rows show it. */
function named<Input extends Partial<EventInput>>(sent: Input, { hasOwnName }: { hasOwnName: boolean }): Input {
  return sent.emailTemplate === undefined || hasOwnName
    ? sent
    : { ...sent, emailTemplateId: sent.emailTemplate?.id ?? null }
}

/** Events with their mail template, which is never a system mail. */
export function eventStore(db: Db): Store<EventRecord, EventInput> {
  const store = plainStore(db)
  return {
    ...store,
    create: (input, actor) => store.create(named(input, { hasOwnName: input.emailTemplateId !== null }), actor),
    update: (id, patch, ...rest) => store.update(id, named(patch, { hasOwnName: 'emailTemplateId' in patch }), ...rest),
  }
}

const plainStore = (db: Db) =>
  tableStore(db, events, {
    aliases: ['emailTemplate'],
    read: (from) =>
      from
        .selectFrom('events')
        .leftJoin('mailTemplates as t', 't.id', 'events.emailTemplateId')
        .select([
          'events.id',
          'events.name',
          'events.publicStatus',
          'events.emailTemplateId',
          'events.milestone',
          'events.updatedAt',
        ])
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
      if (!found) throw invalid({ emailTemplateId: noSuch('mail template') })
    },
    usedBy: (tx, id) =>
      countUses(tx, { order: sql`(select distinct order_id from order_events where event_id = ${id}) as used` }),
  })
