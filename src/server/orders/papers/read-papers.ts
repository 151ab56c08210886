import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { countPapers, MISSING } from '#contract/papers/paper-codes.ts'
import type { missingPapers, Paper, PapersOfOrder, uploadLink } from '#contract/papers/papers.ts'
import type { Db } from '#server/db/client.ts'

/** SQL list of the states in which a paper is not there. */
export const MISSING_STATES = sql.raw(MISSING.map((state) => `'${state}'`).join(', '))

/** The papers of an order, or of several, as the API shows them, each order's in the order of its list. */
export const readPapers = (db: Db, orderId: number | readonly number[], ids?: readonly number[]): Promise<Paper[]> =>
  db
    .selectFrom('orderRequirements as p')
    .innerJoin('documentCategories as k', 'k.id', 'p.categoryId')
    .leftJoin('documents as d', 'd.id', 'p.documentId')
    .leftJoin('documentRequirements as r', 'r.id', 'p.requirementId')
    .select(['p.id', 'p.orderId', 'p.requirementId', 'p.name', 'p.categoryId', 'p.supplier', 'p.mandatory', 'p.basis'])
    .select(['p.offsetDays', 'p.dueAt', 'p.dueByHand', 'p.noLongerAsked', 'p.state', 'p.documentId', 'p.reason'])
    .select(['p.requestedAt', 'p.requestedTo', 'p.updatedAt', 'r.makes'])
    .select([
      sql<Paper['category']>`json_build_object('id', k.id, 'name', k.name)`.as('category'),
      sql<Paper['document']>`case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end`.as(
        'document',
      ),
      sql<boolean>`coalesce(p.due_at < now() and not p.no_longer_asked and p.state in (${MISSING_STATES}), false)`.as(
        'overdue',
      ),
    ])
    .where('p.orderId', '=', typeof orderId === 'number' ? orderId : sql<number>`any(${orderId}::int[])`)
    .$if(ids !== undefined, (query) => query.where('p.id', '=', sql<number>`any(${ids}::int[])`))
    .orderBy('p.position')
    .orderBy('p.id')
    .execute() as Promise<Paper[]> // columns with codes are text in the database

/** SQL: whether papers of a link are still missing. */
const ANY_MISSING = sql`exists (select from order_requirements p where p.id = any(l.requirement_ids) and p.order_id = l.order_id
  and not p.no_longer_asked and p.state in (${MISSING_STATES}))`

/** SQL: whether a link `l` works: until it expires, is revoked, or every paper it asks for has arrived. */
export const LINK_STATE = sql<'live' | 'used' | 'expired' | 'revoked'>`case when l.revoked_at is not null then 'revoked'
  when l.used_at is not null or not ${ANY_MISSING} then 'used' when l.expires_at <= now() then 'expired' else 'live' end`

/** The upload links of an order, newest first. */
export const readLinks = (db: Db, orderId: number, id?: number): Promise<z.infer<typeof uploadLink>[]> =>
  db
    .selectFrom('uploadLinks as l')
    .leftJoin('users as u', 'u.id', 'l.createdBy')
    .select(['l.id', 'l.email', 'l.requirementIds', 'l.createdAt', 'l.expiresAt', LINK_STATE.as('state')])
    .select(
      sql<{
        id: number
        name: string
      } | null>`case when u.id is not null then json_build_object('id', u.id, 'name', u.username) end`.as('createdBy'),
    )
    .where('l.orderId', '=', orderId)
    .$if(id !== undefined, (query) => query.where('l.id', '=', id ?? 0))
    .orderBy('l.id', 'desc')
    .limit(50)
    .execute()

/** Papers of an order, the number of those that are there, and its upload links. */
export async function papersOf(db: Db, orderId: number): Promise<PapersOfOrder> {
  const [items, links] = await Promise.all([readPapers(db, orderId), readLinks(db, orderId)])
  return { items, ...countPapers(items), links }
}

type Missing = z.infer<typeof missingPapers>['papers']

/**
 * Those of these orders that lack mandatory papers, each with all its missing papers. `position` is the order
 * of the answer.
 */
const lacking = async (db: Db, orders: RawBuilder<unknown>): Promise<Missing> => {
  const { rows } = await sql<Missing[number]>`
    select o.id as order_id, o.tracking_code, array_agg(p.name order by p.position, p.id) as names
    from (${orders}) as l join orders o on o.id = l.order_id join order_requirements p on p.order_id = o.id
    where o.status <> ${OrderStatus.CANCELLED} and o.deleted_at is null
      and p.mandatory and not p.no_longer_asked and p.state in (${MISSING_STATES})
    group by o.id, l.position order by l.position, o.id`.execute(db)
  return rows
}

/** Missing mandatory papers of the orders aboard a sailing, by order. */
export const missingAboard = (db: Db, sailingId: number) =>
  lacking(db, sql`select order_id, position from loadings where sailing_id = ${sailingId}`)

/** Missing mandatory papers of these orders, by order. */
export const missingOfOrders = (db: Db, ids: readonly number[]) =>
  lacking(db, sql`select id as order_id, at as position from unnest(${ids}::int[]) with ordinality as given (id, at)`)
