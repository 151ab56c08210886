import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { RECENTS_KEPT, type Recent, type RecentEntity } from '#contract/search/search.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'

interface Source {
  /** The name for the 404. */
  name: string
  /** SQL of the records that can be opened, with title and detail. */
  rows: string
}

const SOURCES: Record<RecentEntity, Source> = {
  orders: {
    name: 'Order',
    rows: `select id, tracking_code as title, company_name as detail from orders where deleted_at is null`,
  },
  clients: {
    name: 'Client',
    rows: `select id, username as title, company_name as detail from users where deleted_at is null and role = array['${Role.CLIENT}']`,
  },
  offers: {
    name: 'Offer',
    rows: `select id, reference as title, concat_ws(' · ', name, nullif(company, '')) as detail from offers`,
  },
  sailings: {
    name: 'Sailing',
    rows: `select s.id, s.reference as title, v.name || ' ' || s.voyage as detail from sailings s join vessels v on v.id = s.vessel_id`,
  },
  articles: { name: 'Article', rows: `select id, title, '' as detail from articles` },
  templates: { name: 'Mail template', rows: `select id, title, '' as detail from mail_templates` },
  blocks: { name: 'Html-block', rows: `select id, title, identifier as detail from html_blocks` },
}

/** SQL of the title and detail of the record `r`, by its kind; no row for one that is gone. */
const OPENED = keysOf(SOURCES)
  .map(
    (entity) =>
      `select x.title::text, x.detail::text from (${SOURCES[entity].rows}) x where r.entity = '${entity}' and x.id = r.entity_id`,
  )
  .join(' union all ')

/** Records that this person opened last, newest first; deleted records are left out. */
export async function listRecents(db: Db, userId: number): Promise<Recent[]> {
  const { rows } = await sql<Recent>`select r.entity, r.entity_id as id, x.title, x.detail, r.at
    from recents r, lateral (${sql.raw(OPENED)}) x
    where r.user_id = ${userId} order by r.at desc limit ${RECENTS_KEPT}`.execute(db)
  return rows
}

/**
 * Notes that this person opened a record. Throws 404 for a deleted one, which leaves the recents of
 * everybody.
 */
export async function noteRecent(
  db: Db,
  { userId, entity, id }: { userId: number; entity: RecentEntity; id: number },
): Promise<Recent[]> {
  const { name, rows } = SOURCES[entity]
  const { rows: there } = await sql`select from (${sql.raw(rows)}) x where x.id = ${id}`.execute(db)
  if (there.length === 0) {
    await db.deleteFrom('recents').where('entity', '=', entity).where('entityId', '=', id).execute()
    throw notFound(name)
  }
  await db.transaction().execute((tx) => keep(tx, userId, entity, id))
  return listRecents(db, userId)
}

async function keep(tx: Tx, userId: number, entity: RecentEntity, entityId: number): Promise<void> {
  const at = sql<string>`clock_timestamp()`
  await tx
    .insertInto('recents')
    .values({ userId, entity, entityId, at })
    .onConflict((on) => on.columns(['userId', 'entity', 'entityId']).doUpdateSet({ at }))
    .execute()
  await sql`delete from recents r using (
      select entity, entity_id from recents where user_id = ${userId} order by at desc offset ${RECENTS_KEPT}
    ) old where r.user_id = ${userId} and r.entity = old.entity and r.entity_id = old.entity_id`.execute(tx)
}
