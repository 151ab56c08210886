import { sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import { SECRET_PURPOSES } from '#contract/templates/template-variables.ts'
import type { mailTemplates, TemplateListItem } from '#contract/templates/templates.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnceEach } from '#server/db/tuning/planned.ts'
import type { DB } from '#server/db/types.ts'
import { contains } from '#server/resource/folded.ts'
import { type ListQuery, paginate, plainSorting } from '#server/resource/paginate.ts'

/** The events that send a mail template, by id. */
export const eventsOfTemplate = sql<{ id: number; name: string }[]>`coalesce(
  (select json_agg(json_build_object('id', e.id, 'name', e.name) order by e.id) from events e where e.email_template_id = mail_templates.id), '[]')`

/** Whether only administrators may change a mail. */
export const isSecret = sql<boolean>`coalesce(mail_templates.purpose = any(${SECRET_PURPOSES}::text[]), false)`

/** The work that suggests a mail. */
export const suggestedFor = sql<TemplateListItem['suggestedFor']>`mail_templates.suggested_for`.as('suggestedFor')

/** `isSecret` of one mail; false if there is none. */
export async function isSecretMail(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('mailTemplates').select(isSecret.as('secret')).where('id', '=', id).executeTakeFirst()
  return row?.secret ?? false
}

/** Whether a mail, or a block in it, has a variable. */
const has = (variable: string) =>
  sql<boolean>`(strpos(mail_templates.subject || ' ' || mail_templates.content, ${variable}) > 0 or exists (
    select from html_blocks b where strpos(mail_templates.content, 'blocks.' || b.identifier) > 0 and strpos(b.content, ${variable}) > 0))`

type Key = (typeof mailTemplates.sortable)[number]

const made = madeOnceEach<DB>()

/** A page of mail templates: of the system's or of the others when `system` is not null, and that have a variable. */
export async function listTemplates(
  db: Db,
  query: ListQuery<Key>,
  { system, variable }: { system: boolean | null; variable: string },
): Promise<Page<TemplateListItem>> {
  const base = (on: Db) => {
    let found = on.selectFrom('mailTemplates')
    if (system !== null) found = found.where('system', '=', system)
    if (variable !== '') found = found.where(has(variable))
    if (query.search) found = found.where(contains([sql`title`, sql`subject`], query.search))
    return found
  }
  const order = variable === '' ? plainSorting({ ...query, filters: {} }) : null
  const key = order === null ? null : `${order} ${system}`
  const count = made(key && `count ${key}`, (on: Db) => base(on).select((eb) => eb.fn.countAll<number>().as('n')))
  const page = made(key, (on: Db, limit: number, offset: number) => {
    let rows = base(on).select([
      'id',
      'title',
      'subject',
      'system',
      isSecret.as('secret'),
      'updatedAt',
      eventsOfTemplate.as('events'),
      'attaches',
      'trackingDocuments',
      suggestedFor,
    ])
    for (const { key, direction } of query.order) rows = rows.orderBy(key, direction)
    return rows
      .orderBy('id', query.order[0]?.direction ?? 'asc')
      .limit(limit)
      .offset(offset)
  })
  return paginate(
    query,
    async () => (await db.executeQuery(count(db))).rows[0]?.n ?? 0,
    async (limit, offset) => (await db.executeQuery(page(db, limit, offset))).rows,
  )
}
