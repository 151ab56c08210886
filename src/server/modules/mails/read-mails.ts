import { sql } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#contract/lib/envelope.ts'
import { MailKind, MailState, mailState } from '#contract/mails/mail-codes.ts'
import type { Mail, mailWithText } from '#contract/mails/mails.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnceEach } from '#server/db/tuning/planned.ts'
import type { DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { containsPattern, flip, keptTotal, type ListQuery, paginateLong } from '#server/resource/paginate.ts'

export interface MailFilter {
  orderId: number | null
  state: MailState | null
}

/** All recipients of a mail, the client first, with times in ISO 8601. */
const deliveries = sql<Mail['deliveries']>`(
  select coalesce(json_agg(json_build_object(
    'id', d.id, 'role', d.role, 'name', d.name, 'address', d.address, 'state', d.state, 'attempts', d.attempts, 'reason', d.reason,
    'sentAt', to_char(d.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by d.role desc, d.id), '[]') from mail_deliveries d where d.mail_id = mails.id)`

const base = (db: Db) =>
  db
    .selectFrom('mails')
    .leftJoin('users as u', 'u.id', 'mails.createdBy')
    .select([
      'mails.id',
      'mails.kind',
      'mails.orderId',
      'mails.templateTitle',
      'mails.subject',
      'mails.createdAt',
      'mails.sendAt',
      'u.username as createdBy',
    ])
    .select(deliveries.as('deliveries'))

/** Mails whose subject or recipient address contains the text. */
export const holding = (text: string) => {
  const pattern = containsPattern(text)
  return sql`mails.id in (select m.id from mails m where m.subject ilike ${pattern}
    union select d.mail_id from mail_deliveries d where d.address ilike ${pattern})`
}

const NOT_SENT = mailState.options.filter((state) => state !== MailState.SENT)

/** How many mails reached at least one recipient. Nearly all do, so this counts the others. */
async function countSent(db: Db): Promise<number> {
  const unsent = sql<{ n: number }>`
    select count(distinct d.mail_id)::int as n from mail_deliveries d where d.state = any(${NOT_SENT})
      and not exists (select 1 from mail_deliveries s where s.mail_id = d.mail_id and s.state = ${MailState.SENT})`
  const [total, { rows }] = await Promise.all([keptTotal(db, 'mails'), unsent.execute(db)])
  return total - (rows[0]?.n ?? 0)
}

const made = madeOnceEach<DB>()

/** A page of the outbox, newest first by default, filtered by order or state. */
export function listMails(db: Db, query: ListQuery<'id'>, filter: MailFilter): Promise<Page<Mail>> {
  const { state } = filter
  /** For the number of an order, 0 for none. */
  const parts = (orderId: number) =>
    [
      query.search === '' ? null : holding(query.search),
      filter.orderId === null ? null : sql`mails.order_id = ${orderId}`,
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

/** One mail with its text as sent, except for password resets. Throws 404. */
export async function readMail(db: Db, id: number): Promise<z.infer<typeof mailWithText>> {
  const found = await base(db).select(['mails.html', 'mails.text']).where('mails.id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Mail')
  return found.kind === MailKind.PASSWORD_RESET ? { ...found, html: null, text: null } : found
}
