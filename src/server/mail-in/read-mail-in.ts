import { type RawBuilder, sql } from 'kysely'
import { MOST_COUNTED } from '#contract/lib/envelope.ts'
import {
  CLAIM_HOURS,
  type MailIn,
  type MailInCounts,
  type MailInPage,
  type MailInRow,
} from '#contract/mail-in/mail-in.ts'
import { type Automatic, type MailInState, type MatchedBy, SNIPPET_LENGTH } from '#contract/mail-in/mail-in-codes.ts'
import { type Owner, peopleOf } from '#server/attention/owners.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { storedContains } from '#server/resource/folded.ts'
import { type ListQuery, paginateCapped } from '#server/resource/paginate.ts'
import { suggestFiling } from './suggest-filing.ts'

/** SQL: whether the claim of a mail `m` still holds. */
const IS_CLAIMED = sql.raw(`m.claimed_at > now() - make_interval(hours => ${CLAIM_HOURS})`)

const LISTED = sql`m.id, m.inbox_id, m.message_id, m.in_reply_to, m.refs as references, m.from_name, m.from_address,
  m.to_addresses, m.cc_addresses, m.subject, m.sent_at, m.received_at, m.size, m.automatic,
  json_build_object('spf', m.authentication -> 'spf', 'dkim', m.authentication -> 'dkim', 'dmarc', m.authentication -> 'dmarc')
    as authentication,
  m.protection, m.left_out, m.remote_pictures, m.matched, m.verified, m.thread_id,
  (select o.id from orders o where o.id = m.order_id and o.deleted_at is null) as order_id, m.sailing_id, m.client_id, m.state,
  coalesce((select json_agg(json_build_object('id', o.id, 'trackingCode', o.tracking_code, 'how', l.how) order by o.id)
    from mail_in_orders l join orders o on o.id = l.order_id and o.deleted_at is null where l.mail_id = m.id), '[]') as orders,
  case when m.matched is null then coalesce((
    select json_agg(json_build_object('orderId', o.id, 'trackingCode', o.tracking_code, 'reason', s.value ->> 'reason') order by s.place)
    from jsonb_array_elements(m.suggestions) with ordinality as s (value, place)
      join orders o on o.id = (s.value ->> 'orderId')::integer and o.deleted_at is null), '[]') else '[]' end as suggestions,
  case when ${IS_CLAIMED} then (select json_build_object('id', u.id, 'name', u.username) from users u where u.id = m.claimed_by) end
    as claimed_by,
  case when ${IS_CLAIMED} then m.claimed_at end as claimed_at,
  case when m.snoozed_until > now() then m.snoozed_until end as snoozed_until, m.updated_at`

const SNIPPET = sql.raw(
  `left(btrim(regexp_replace(left(m.text, ${4 * SNIPPET_LENGTH}), '\\s+', ' ', 'g')), ${SNIPPET_LENGTH}) as snippet`,
)

const FILES = sql`coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'contentType', f.content_type,
    'size', f.size, 'state', f.state, 'reason', f.reason, 'documentId', f.document_id, 'requirementId', f.requirement_id)
    order by f.position) from mail_in_files f where f.mail_id = m.id), '[]') as files`

/** Reads a mail. With `pictures`, its HTML has those on other servers. Throws 404. */
export async function readMailIn(db: Db, id: number, { pictures = false } = {}): Promise<MailIn> {
  const html = sql.raw(pictures ? 'coalesce(m.html_with_pictures, m.html)' : 'm.html')
  const { rows } = await sql<MailIn>`
    select ${LISTED}, m.text, ${html} as html, ${FILES} from mail_in m where m.id = ${id} and m.deleted_at is null`.execute(
    db,
  )
  const [mail] = rows
  if (!mail) throw notFound('Mail')
  return { ...mail, files: await suggestFiling(db, mail) }
}

/** A part of the mail that came in. */
export interface MailInFilter {
  state: MailInState | null
  owner: Owner
  claimedBy: number | null
  matched: MatchedBy | 'none' | null
  automatic: Automatic | null
  orderId: number | null
}

/**
 * SQL: that these people own a mail `m`: whoever claimed it, else who is in charge of its one order. Two conditions that
 * exclude each other, since an index answers each in the order of the list, and none their union.
 */
function waysToOwn(owner: Exclude<Owner, null>): RawBuilder<unknown>[] {
  const free = sql`(m.claimed_at is null or m.claimed_at <= now() - make_interval(hours => ${sql.lit(CLAIM_HOURS)}))`
  if (owner === 'none') return [sql`m.in_charge_id is null and ${free}`]
  const people = peopleOf(owner)
  return [sql`m.in_charge_id = any(${people}) and ${free}`, sql`m.claimed_by = any(${people}) and ${IS_CLAIMED}`]
}

function whereOf({ state, claimedBy, matched, automatic, orderId }: MailInFilter, search: string) {
  const parts = [
    sql`m.deleted_at is null`,
    state === null ? sql`m.state <> 'ignored'` : sql`m.state = ${sql.lit(state)}`,
    claimedBy === null ? null : sql`m.claimed_by = ${claimedBy} and ${IS_CLAIMED}`,
    matched === null ? null : matched === 'none' ? sql`m.matched is null` : sql`m.matched = ${matched}`,
    automatic === null ? null : sql`m.automatic = ${automatic}`,
    orderId === null ? null : sql`m.id in (select mail_id from mail_in_orders where order_id = ${orderId})`,
    search === '' ? null : storedContains(sql`m.searched`, search),
  ].filter((part) => part !== null)
  return sql.join(parts, sql` and `)
}

/** SQL: id and time of the mails `m` under a condition, of these owners. */
const mailsOf = (where: RawBuilder<unknown>, owner: Owner) =>
  sql.join(
    (owner === null ? [sql`true`] : waysToOwn(owner)).map(
      (way) => sql`select m.id, m.received_at from mail_in m where ${where} and ${way}`,
    ),
    sql` union all `,
  )

/** SQL: how many these are, counted as far as lists count. */
const howMany = (mails: RawBuilder<unknown>, most = MOST_COUNTED) =>
  sql<number>`(select count(*)::int from (select from (${mails}) m limit ${sql.lit(most)}) counted)`

/** How many mails wait, of those that are not ignored, counted as far as lists count; `me` is whose are mine. */
async function countMailIn(db: Db, me: number): Promise<MailInCounts> {
  const live = sql`m.deleted_at is null`
  const counts = {
    mine: mailsOf(sql`${live} and m.state <> 'ignored'`, [me]),
    new: mailsOf(sql`${live} and m.state = 'new'`, null),
    unmatched: mailsOf(sql`${live} and m.state <> 'ignored' and m.matched is null`, null),
    waiting: mailsOf(sql`${live} and m.state = 'answered'`, null),
  }
  const columns = Object.entries(counts).map(([name, mails]) => sql`${howMany(mails)} as ${sql.ref(name)}`)
  const { rows } = await sql<MailInCounts>`select ${sql.join(columns)}`.execute(db)
  return rows[0] ?? { mine: 0, new: 0, unmatched: 0, waiting: 0 }
}

/** A page of the mail that came in, newest first by default, with the counts of `me`. */
export async function listMailIn(
  db: Db,
  { order, search, ...query }: ListQuery<'receivedAt'>,
  filter: MailInFilter,
  me: number,
): Promise<MailInPage> {
  const mails = mailsOf(whereOf(filter, search), filter.owner)
  const direction = sql.raw(order[0]?.direction === 'asc' ? 'asc' : 'desc')
  const total = async () =>
    (await sql<{ n: number }>`select ${howMany(mails, MOST_COUNTED + 1)} as n`.execute(db)).rows[0]?.n ?? 0
  const read = async (limit: number, offset: number) => {
    const found = await sql<MailInRow>`
      select ${LISTED}, ${SNIPPET} from (
        select id from (${mails}) listed order by received_at ${direction}, id ${direction}
        limit ${sql.lit(limit)} offset ${sql.lit(offset)}
      ) page join mail_in m using (id) order by m.received_at ${direction}, m.id ${direction}`.execute(db)
    return found.rows
  }
  const [page, counts] = await Promise.all([paginateCapped(query, total, read), countMailIn(db, me)])
  return { ...page, counts }
}

/** Characters of a text that an assistant reads. */
const MOST_SAID = 2_000

/** The beginning of the text of each mail, and the names of its files. */
export async function saidIn(db: Db, ids: readonly number[]): Promise<Map<number, { text: string; files: string[] }>> {
  const { rows } = await sql<{ id: number; text: string; files: string[] }>`
    select m.id, left(m.text, ${sql.lit(MOST_SAID)}) as text,
      array(select f.name::text from mail_in_files f where f.mail_id = m.id order by f.position) as files
    from mail_in m where m.id = any(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, ...said }) => [id, said]))
}
