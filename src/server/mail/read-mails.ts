import { sql } from 'kysely'
import type { z } from 'zod'
import { MailState, mailState } from '#contract/codes/mail-state.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import { MAIL_FILTERS } from '#contract/mail/mail-filters.ts'
import type { Mail, mailWithText } from '#contract/mail/mails.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnceEach } from '#server/db/tuning/planned.ts'
import type { DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { hideSecrets } from '#server/mail/links/secret-links.ts'
import { type CountKept, countNarrowed, narrowedPage } from '#server/resource/filtered-page.ts'
import type { Condition, FilterClock, FilterColumns } from '#server/resource/filters/columns.ts'
import { filterConditions } from '#server/resource/filters/conditions.ts'
import { keptFilters } from '#server/resource/filters/read-filters.ts'
import { contains } from '#server/resource/folded.ts'
import { flip, keptTotal, type ListQuery, paginateLong } from '#server/resource/paginate.ts'
import { wholeMessageId } from './own-message-ids.ts'

export interface MailFilter extends FilterClock {
  orderId: number | null
  state: MailState | null
}

/** Recipients of a mail, the client first, with times in ISO 8601. */
const deliveries = sql<Mail['deliveries']>`(
  select coalesce(json_agg(json_build_object(
    'id', d.id, 'role', d.role, 'name', d.name, 'address', d.address, 'state', d.state, 'attempts', d.attempts, 'reason', d.reason,
    'sentAt', to_char(d.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'bounce', case when d.bounced_at is not null then json_build_object('code', d.bounce_code, 'text', d.bounce_text,
      'at', iso_utc(d.bounced_at), 'mailInId', d.bounce_mail_id, 'soft', d.bounce_soft) end
  ) order by array_position(array['to', 'cc', 'copy'], d.role), d.id), '[]') from mail_deliveries d where d.mail_id = mails.id)`

/** The orders of a mail, its own first. */
const orderIds = sql<number[]>`array_remove(mails.order_id || array(
  select o.order_id from mail_orders o where o.mail_id = mails.id order by o.order_id), null)`

/** SQL: mails about an order, among them those about several. */
const about = (orderId: number) => sql<boolean>`mails.id in (select id from mails where order_id = ${orderId}
  union all select mail_id from mail_orders where order_id = ${orderId})`

const base = (db: Db) =>
  db
    .selectFrom('mails')
    .leftJoin('users as u', 'u.id', 'mails.createdBy')
    .select([
      'mails.id',
      'mails.kind',
      'mails.orderId',
      orderIds.as('orderIds'),
      'mails.templateTitle',
      'mails.subject',
      'mails.createdAt',
      'mails.sendAt',
      'mails.messageId',
      'mails.inReplyTo',
      'mails.threadId',
      'u.username as createdBy',
    ])
    .select(deliveries.as('deliveries'))

/** Mails whose subject or recipient address contains the text. */
export const holding = (text: string) =>
  sql<boolean>`mails.id in (select m.id from mails m where ${contains([sql`m.subject`], text)}
    union select d.mail_id from mail_deliveries d where ${contains([sql`d.address`], text)})`

const NOT_SENT = mailState.options.filter((state) => state !== MailState.SENT)

/** The number of mails that reached at least one recipient. Nearly all do, so this counts the others. */
async function countSent(db: Db): Promise<number> {
  const unsent = sql<{ n: number }>`
    select count(distinct d.mail_id)::int as n from mail_deliveries d where d.state = any(${NOT_SENT})
      and not exists (select 1 from mail_deliveries s where s.mail_id = d.mail_id and s.state = ${MailState.SENT})`
  const [total, { rows }] = await Promise.all([keptTotal(db, 'mails'), unsent.execute(db)])
  return total - (rows[0]?.n ?? 0)
}

const ofDelivery = (condition: Condition) =>
  sql<boolean>`exists (select from mail_deliveries d where d.mail_id = mails.id and ${condition})`

const COLUMNS: FilterColumns<typeof MAIL_FILTERS> = {
  state: { sql: 'd.state', type: 'text', within: ofDelivery },
  kind: { sql: 'mails.kind', type: 'text' },
  recipient: { sql: 'd.address', indexed: true, within: ofDelivery },
  subject: { sql: 'mails.subject', indexed: true },
  template: { sql: 'mails.template_title' },
  created: { sql: 'mails.created_at' },
  createdBy: { sql: 'mails.created_by' },
}

/** The condition of the mail log. */
function narrowedMails(
  { where = {}, search }: Pick<ListQuery, 'where' | 'search'>,
  { orderId, state, ...clock }: MailFilter,
) {
  const conditions = filterConditions(MAIL_FILTERS, COLUMNS, where, clock)
  if (search !== '') conditions.push(holding(search))
  if (orderId !== null) conditions.push(about(orderId))
  if (state !== null) conditions.push(ofDelivery(sql<boolean>`d.state = ${state}`))
  return { from: 'mails', alias: 'mails', live: 'true', conditions }
}

/**
 * How many mails a view shows, counted up to one more than `most`. Throws 400 at a filter that cannot be
 * read.
 */
export const countMails: CountKept = (db, { filters, search }, { userId, ...clock }, most) => {
  const where = keptFilters(MAIL_FILTERS, filters, userId)
  return countNarrowed(db, narrowedMails({ where, search }, { orderId: null, state: null, ...clock }), most)
}

const made = madeOnceEach<DB>()

/** Mails with the whole Message-ID, of which the database has the random part. */
export const withMessageId = <M extends Pick<Mail, 'messageId'>>(mail: M, config: { mailFrom: string }): M => ({
  ...mail,
  messageId: mail.messageId === null ? null : wholeMessageId(mail.messageId, config),
})

/** A page of the outbox, newest first by default, filtered by order or state. */
export function listMails(db: Db, query: ListQuery<'id'>, filter: MailFilter): Promise<Page<Mail>> {
  const { state } = filter
  if (Object.keys(query.where ?? {}).length > 0)
    return narrowedPage(db, narrowedMails(query, filter), query, {
      keys: [{ by: 'mails.id', direction: query.order[0]?.direction ?? 'desc' }],
      read: (ids) =>
        base(db)
          .where('mails.id', 'in', [...ids])
          .execute(),
    })
  /** The condition parts for the id of an order, 0 for none. */
  const parts = (orderId: number) =>
    [
      query.search === '' ? null : holding(query.search),
      filter.orderId === null ? null : about(orderId),
      state === null
        ? null
        : sql`exists (select 1 from mail_deliveries d where d.mail_id = mails.id and d.state = ${state})`,
    ].filter((part) => part !== null)
  const where = (orderId: number) => sql<boolean>`${sql.join([sql`true`, ...parts(orderId)], sql` and `)}`
  const direction = query.order[0]?.direction ?? 'desc'
  const key = query.search === '' && state === null ? `${direction} ${filter.orderId === null}` : null
  const orderId = filter.orderId ?? 0
  const count = async () => {
    if (parts(orderId).length === 0) return keptTotal(db, 'mails')
    if (filter.orderId === null && query.search === '' && state === MailState.SENT) return countSent(db)
    const counted = made(key && `count ${key}`, (on: Db, of: number) =>
      on
        .selectFrom('mails')
        .where(where(of))
        .select((eb) => eb.fn.countAll<number>().as('n')),
    )
    return (await db.executeQuery(counted(db, orderId))).rows[0]?.n ?? 0
  }
  return paginateLong(query, count, async ({ limit, offset, reversed }) => {
    const page = made(key && `${key} ${reversed}`, (on: Db, of: number, limit: number, offset: number) => {
      const ids = on
        .selectFrom('mails')
        .select('mails.id')
        .where(where(of))
        .orderBy('mails.id', reversed ? flip(direction) : direction)
        .limit(limit)
        .offset(offset)
      return base(on).where('mails.id', 'in', ids).orderBy('mails.id', direction)
    })
    return (await db.executeQuery(page(db, orderId, limit, offset))).rows
  })
}

/**
 * One mail with its text as sent, but without secrets: password resets have no text, links have theirs
 * hidden. Throws 404.
 */
export async function readMail(db: Db, id: number): Promise<z.infer<typeof mailWithText>> {
  const found = await base(db).select(['mails.html', 'mails.text']).where('mails.id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Mail')
  if (found.kind === MailKind.PASSWORD_RESET) return { ...found, html: null, text: null }
  return { ...found, html: hideSecrets(found.html), text: hideSecrets(found.text) }
}
