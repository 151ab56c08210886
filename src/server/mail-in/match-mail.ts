import { sql } from 'kysely'
import { normalEmail } from '#contract/lib/text.ts'
import type { MatchedBy } from '#contract/mail-in/mail-in-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { ownPartOf, ownPartsOf } from '#server/mail/own-message-ids.ts'
import { codesOf, placesOf } from './codes-in-mail.ts'
import { namedTogether, ordersOfCodes } from './orders-of-codes.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

/** Orders offered where none is certain. */
const MOST_SUGGESTED = 5

export interface Suggestion {
  orderId: number
  reason: string
}

/** What a mail is about. */
export interface Match {
  matched: MatchedBy | null
  verified: boolean
  orderIds: readonly number[]
  sailingId: number | null
  suggestions: readonly Suggestion[]
}

const NOTHING: Match = { matched: null, verified: false, orderIds: [], sailingId: null, suggestions: [] }
const suggest = (orderIds: readonly number[], reason: string): Match => ({
  ...NOTHING,
  suggestions: orderIds.slice(0, MOST_SUGGESTED).map((orderId) => ({ orderId, reason })),
})

/** SQL: the live orders of mails `m` of ours. */
const ORDERS_OF_OURS = sql`(
  select m.id as mail_id, o.id from orders o where o.id = m.order_id and o.deleted_at is null
  union select m.id, o.id from mail_orders l join orders o on o.id = l.order_id and o.deleted_at is null where l.mail_id = m.id)`

/** The live orders of each of our mails, by the random part of its Message-ID or by its token. */
async function oursBy(tx: Tx, column: 'message_id' | 'reply_token', values: readonly string[]) {
  if (values.length === 0) return new Map<string, number[]>()
  const key = sql.raw(`m.${column}`)
  const { rows } = await sql<{ key: string; ids: number[] }>`
    select ${key} as key, array(select x.id from ${ORDERS_OF_OURS} x order by 1) as ids
    from mails m where ${key} = any(${[...values]}::text[])`.execute(tx)
  return new Map(rows.map(({ key: found, ids }) => [found, ids]))
}

/** Rung 1: the token of a mail of ours, in an address that it came for. */
async function byToken(tx: Tx, { replyTokens }: IncomingMail): Promise<Match | null> {
  const found = [...(await oursBy(tx, 'reply_token', replyTokens)).values()].filter((ids) => ids.length > 0)
  const different = new Set(found.map((ids) => ids.join()))
  const [orderIds] = found
  return orderIds && different.size === 1 ? { ...NOTHING, matched: 'token', verified: true, orderIds } : null
}

/** Rung 2: a Message-ID of ours. The mail that is answered decides; else all that are named, if they are about one order. */
async function byOurs(tx: Tx, { inReplyTo, references, bounce }: IncomingMail): Promise<Match | null> {
  const answered = bounce ? bounce.originalMessageId : inReplyTo
  const ours = await oursBy(tx, 'message_id', ownPartsOf([...(answered ? [answered] : []), ...references]))
  const decided = ours.get(ownPartOf(answered ?? '') ?? '')
  if (decided)
    return decided.length === 0 ? null : { ...NOTHING, matched: 'reference', verified: true, orderIds: decided }
  const orderIds = [...new Set([...ours.values()].flat())].sort((a, b) => a - b)
  if (orderIds.length === 0) return null
  if (orderIds.length === 1) return { ...NOTHING, matched: 'reference', verified: true, orderIds }
  return suggest(orderIds, 'One of the mails that it answers is about this order')
}

/** A mail that came in, whose orders another may take over. */
export interface Earlier {
  id: number
  messageId: string
  fromAddress: string
  verified: boolean
  sailingId: number | null
  orderIds: number[]
}

/** Rung 2: a mail that came in before and is linked. The one that is answered, else the latest that is named. */
async function byEarlier(tx: Tx, mail: IncomingMail, believed: boolean): Promise<Match | null> {
  const ids = [...(mail.inReplyTo ? [mail.inReplyTo] : []), ...mail.references.toReversed()]
  if (ids.length === 0) return null
  const { rows } = await sql<Earlier>`
    select m.id, m.message_id, m.from_address, m.verified, m.sailing_id, array(
      select o.id from mail_in_orders l join orders o on o.id = l.order_id and o.deleted_at is null
      where l.mail_id = m.id order by o.id) as order_ids
    from mail_in m where m.message_id = any(${ids}::text[]) and m.matched is not null and m.deleted_at is null
    order by m.id`.execute(tx)
  const linked = rows.filter(({ orderIds }) => orderIds.length > 0)
  for (const id of ids) {
    const earlier = linked.find(({ messageId }) => messageId === id)
    if (earlier) return takenOver(earlier, { fromAddress: mail.from.address, believed })
  }
  return null
}

/** The match of a mail that takes over the orders of an earlier one: verified only from the same sender. */
export const takenOver = (
  { orderIds, sailingId, verified, fromAddress }: Earlier,
  by: { fromAddress: string; believed: boolean },
): Match => ({
  ...NOTHING,
  matched: 'reference',
  orderIds,
  sailingId,
  verified: verified && by.believed && normalEmail(fromAddress) === normalEmail(by.fromAddress),
})

/** SQL: whether an address is that of an order `o`, of its client or of its shipper. */
const knows = (address: string) => sql<boolean>`(lower(o.email) = ${address} or lower(o.email_shipper) = ${address}
  or exists (select from users u where u.id = o.user_id and lower(u.email) = ${address}))`

interface Named {
  id: number
  sailingId: number | null
  /** Whether the sender is known to the order, and its client. */
  isKnown: boolean
  isClient: boolean
}

const readNamed = async (tx: Tx, ids: readonly number[], sender: string): Promise<Named[]> =>
  (
    await sql<Named>`
      select o.id, l.sailing_id, ${knows(sender)} as is_known,
        exists (select from users u where u.id = o.user_id and lower(u.email) = ${sender}) as is_client
      from orders o left join loadings l on l.order_id = o.id
      where o.id = any(${[...ids]}::int[]) and o.deleted_at is null order by o.id`.execute(tx)
  ).rows

/** Rung 3: the codes of the first place that names an order. */
async function byCode(tx: Tx, mail: IncomingMail, believed: boolean): Promise<Match | null> {
  for (const place of placesOf(mail)) {
    const named = namedTogether(await ordersOfCodes(tx, codesOf(place)))
    if (named.length > 0) return certain(await readNamed(tx, named, mail.from.address.toLowerCase()), believed)
  }
  return null
}

/** One order, the one of the sender's client, or several of one sailing; else none of them. */
function certain(named: readonly Named[], believed: boolean): Match {
  const own = named.filter(({ isClient }) => isClient)
  const orders = named.length > 1 && own.length === 1 ? own : named
  const [first] = orders
  const sailingId = first?.sailingId ?? null
  const isOneSailing = orders.length > 1 && sailingId !== null && orders.every((each) => each.sailingId === sailingId)
  if (orders.length !== 1 && !isOneSailing)
    return suggest(
      orders.map(({ id }) => id),
      'It names this order, and others',
    )
  return {
    ...NOTHING,
    matched: 'code',
    verified: believed && orders.every(({ isKnown }) => isKnown),
    orderIds: orders.map(({ id }) => id),
    sailingId: isOneSailing ? sailingId : null,
  }
}

/** Rung 4: a known sender with exactly one open order. That is a suggestion, never done. */
async function bySender(tx: Tx, { from, isFromSingle }: IncomingMail): Promise<Match> {
  const address = from.address.toLowerCase()
  if (!isFromSingle || address === '') return NOTHING
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.status = 0 and o.deleted_at is null and ${knows(address)} order by o.id limit 2`.execute(
    tx,
  )
  return rows.length === 1
    ? suggest(
        rows.map(({ id }) => id),
        'The only open order of its sender',
      )
    : NOTHING
}

/**
 * Finds the orders, sailing and client that a mail is about, by the first rung of the ladder that is unambiguous.
 * `believed` is whether its sender may count as who it says.
 */
export async function matchMail(tx: Tx, mail: IncomingMail, believed: boolean): Promise<Match> {
  const ours = (await byToken(tx, mail)) ?? (await byOurs(tx, mail))
  if (ours?.matched) return ours
  const found =
    (await byEarlier(tx, mail, believed)) ?? (mail.automatic === 'bounce' ? null : await byCode(tx, mail, believed))
  if (found?.matched) return found
  return ours ?? found ?? bySender(tx, mail)
}
