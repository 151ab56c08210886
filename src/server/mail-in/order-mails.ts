import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import { MOST_OF_THREAD, type OrderMail } from '#contract/mail-in/mail-in.ts'
import { SNIPPET_LENGTH } from '#contract/mail-in/mail-in-codes.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { hideSecrets } from '#server/mail/links/secret-links.ts'
import { parseFrom } from '#server/mail/mail-from.ts'
import { requireOrder } from '#server/orders/lock-order.ts'
import { paginate } from '#server/resource/paginate.ts'

/** Characters of a text that are read for its snippet: secrets of links are longer than a snippet shows. */
const READ = 1_000

const snippetOf = (text: string) =>
  [...hideSecrets(text).replaceAll(/\s+/g, ' ').trim()].slice(0, SNIPPET_LENGTH).join('')

/** Mails in both directions: what stands behind `select …` for those that came in (`m`) and for ours. */
interface BothWays {
  incoming: RawBuilder<unknown>
  outgoing: RawBuilder<unknown>
}

interface Config {
  config: { mailFrom: string }
}

/** A part of the mails in both directions, newest first. */
async function readMails(
  db: Db,
  { config }: Config,
  { incoming, outgoing }: BothWays,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderMail[]> {
  const { rows } = await sql<OrderMail>`
    with page as (
      select 'in' as direction, m.id, m.received_at as at ${incoming}
      union all select 'out', m.id, m.created_at ${outgoing}
      order by at desc, direction, id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select p.direction, p.id, m.thread_id, p.at, m.subject, m.from_address, m.to_addresses, left(m.text, ${sql.lit(READ)}) as snippet,
      m.state, m.automatic, m.verified
    from page p join mail_in m on p.direction = 'in' and m.id = p.id
    union all
    select p.direction, p.id, m.thread_id, p.at, m.subject, ${parseFrom(config.mailFrom).address},
      array(select d.address::text from mail_deliveries d where d.mail_id = m.id and d.role <> 'copy' order by d.role desc, d.id),
      left(m.text, ${sql.lit(READ)}),
      coalesce((select d.state from mail_deliveries d where d.mail_id = m.id order by d.role = 'to' desc, d.id limit 1), 'unsent'), null, true
    from page p join mails m on p.direction = 'out' and m.id = p.id
    order by at desc, direction, id desc`.execute(db)
  return rows.map((row) => ({ ...row, snippet: snippetOf(row.snippet) }))
}

/** Mails that came in and may be shown. */
const SHOWN = sql`m.deleted_at is null and m.automatic is distinct from 'own'`

/** The mails of an order in both directions, newest first. Throws 404. */
export async function mailsOfOrder(
  db: Db,
  services: Config,
  { orderId, ...query }: { orderId: number; page: number; perPage: number },
): Promise<Page<OrderMail>> {
  await requireOrder(db, orderId)
  const incoming = sql`from mail_in_orders l join mail_in m on m.id = l.mail_id and ${SHOWN} where l.order_id = ${orderId}`
  const outgoing = sql`from mails m where m.id in (
    select id from mails where order_id = ${orderId} union select mail_id from mail_orders where order_id = ${orderId})`
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*)::int ${incoming}) + (select count(*)::int ${outgoing}) as n`.execute(db)
    return rows[0]?.n ?? 0
  }
  return paginate(query, count, (limit, offset) => readMails(db, services, { incoming, outgoing }, { limit, offset }))
}

/** The last mails of the thread that a mail belongs to, oldest first. Throws 404. */
export async function mailsOfThread(db: Db, services: Config, id: number): Promise<OrderMail[]> {
  const mail = await db
    .selectFrom('mailIn')
    .select('threadId')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!mail) throw notFound('Mail')
  const incoming = sql`from mail_in m where m.thread_id = ${mail.threadId} and ${SHOWN}`
  const outgoing = sql`from mails m where m.thread_id = ${mail.threadId}`
  const newest = await readMails(db, services, { incoming, outgoing }, { limit: MOST_OF_THREAD, offset: 0 })
  return newest.toReversed()
}
