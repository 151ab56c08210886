import { sql } from 'kysely'
import type { Page } from '#contract/lib/envelope.ts'
import type { OrderMail } from '#contract/mail-in/mail-in.ts'
import { SNIPPET_LENGTH } from '#contract/mail-in/mail-in-codes.ts'
import type { Db } from '#server/db/client.ts'
import { hideSecrets } from '#server/mail/links/secret-links.ts'
import { parseFrom } from '#server/mail/mail-transport.ts'
import { requireOrder } from '#server/orders/lock-order.ts'
import { paginate } from '#server/resource/paginate.ts'

/** Characters of a text that are read for its snippet: secrets of links are longer than a snippet shows. */
const READ = 1_000

const snippetOf = (text: string) =>
  [...hideSecrets(text).replaceAll(/\s+/g, ' ').trim()].slice(0, SNIPPET_LENGTH).join('')

/** The mails of an order in both directions, newest first. Throws 404. */
export async function mailsOfOrder(
  db: Db,
  { config }: { config: { mailFrom: string } },
  { orderId, ...query }: { orderId: number; page: number; perPage: number },
): Promise<Page<OrderMail>> {
  await requireOrder(db, orderId)
  const incoming = sql`from mail_in_orders l join mail_in m on m.id = l.mail_id and m.deleted_at is null and m.automatic is distinct from 'own'
    where l.order_id = ${orderId}`
  const outgoing = sql`from mails m where m.id in (
    select id from mails where order_id = ${orderId} union select mail_id from mail_orders where order_id = ${orderId})`
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*)::int ${incoming}) + (select count(*)::int ${outgoing}) as n`.execute(db)
    return rows[0]?.n ?? 0
  }
  const read = async (limit: number, offset: number) => {
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
  return paginate(query, count, read)
}
