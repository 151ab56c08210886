import { sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import type { mailTemplates, TemplateListItem } from '#contract/templates/templates.ts'
import type { Db } from '#server/db/client.ts'
import { containsPattern, type ListQuery, paginate } from '#server/resource/paginate.ts'

/** The events that send a mail template, by id. */
export const eventsOfTemplate = sql<{ id: number; name: string }[]>`coalesce(
  (select json_agg(json_build_object('id', e.id, 'name', e.name) order by e.id) from events e where e.email_template_id = mail_templates.id), '[]')`

type Key = (typeof mailTemplates.sortable)[number]

/** A page of mail templates, of the system's or of the others when `system` is not null. */
export async function listTemplates(
  db: Db,
  query: ListQuery<Key>,
  { system }: { system: boolean | null },
): Promise<Page<TemplateListItem>> {
  let base = db.selectFrom('mailTemplates')
  if (system !== null) base = base.where('system', '=', system)
  if (query.search) {
    const pattern = containsPattern(query.search)
    base = base.where((eb) => eb.or([eb('title', 'ilike', pattern), eb('subject', 'ilike', pattern)]))
  }
  const count = () =>
    base
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
      .then(({ n }) => n)
  return paginate(query, count, (limit, offset) => {
    let rows = base.select(['id', 'title', 'subject', 'system', 'updatedAt', eventsOfTemplate.as('events')])
    for (const { key, direction } of query.order) rows = rows.orderBy(key, direction)
    return rows
      .orderBy('id', query.order[0]?.direction ?? 'asc')
      .limit(limit)
      .offset(offset)
      .execute()
  })
}
