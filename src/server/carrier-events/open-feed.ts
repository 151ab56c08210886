import { type RawBuilder, sql } from 'kysely'
import type { CodeMapping } from '#contract/carrier-events/carrier-events.ts'
import type { FeedKind } from '#contract/carrier-events/feeds.ts'
import { pathId } from '#contract/lib/fields.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { rawText } from './reading/kept-texts.ts'
import { MAX_RAW } from './reading/limits.ts'
import type { PlaceZones } from './reading/place-days.ts'

/** A feed as it is read. */
export interface OpenFeed {
  id: number
  name: string
  kind: FeedKind
  url: string | null
  secret: string
  mapping: CodeMapping | null
  active: boolean
}
/** Feeds that are always there. */
export type FixedFeed = 'push' | 'files' | 'mail'

const find = async (db: Db, which: RawBuilder<unknown>): Promise<OpenFeed | undefined> =>
  (await sql<OpenFeed>`select id, name, kind, url, secret, mapping, active from feeds where ${which}`.execute(db))
    .rows[0]

/** One of the feeds that are always there. */
export async function fixedFeed(db: Db, fixed: FixedFeed): Promise<OpenFeed> {
  const feed = await find(db, sql`fixed = ${fixed}`)
  if (!feed) throw new Error(`The feed ${fixed} is missing`)
  return feed
}

export const feedById = (db: Db, id: number) => find(db, sql`id = ${id}`)

/** The feed that a call names, or Push. Throws 400 at `feed`, 409 for one that is switched off. */
export async function askedFeed(db: Db, sent: unknown): Promise<OpenFeed> {
  const id = sent === undefined ? null : pathId.safeParse(sent)
  if (id && !id.success) throw invalid({ feed: 'feed is the id of a feed' })
  const feed = id ? await feedById(db, id.data) : await fixedFeed(db, 'push')
  if (!feed) throw invalid({ feed: 'There is no feed with this id' })
  if (!feed.active) throw new AppError(409, 'This feed is switched off')
  return feed
}

/** Time zones of our places, by the code of their port. */
export async function placeZones(db: Db): Promise<PlaceZones> {
  const { rows } = await sql<{ code: string; zone: string }>`
    select distinct on (carrier_code(port_code)) carrier_code(port_code) as code, time_zone as zone from places
    where port_code is not null order by carrier_code(port_code), id`.execute(db)
  return Object.fromEntries(rows.map(({ code, zone }) => [code, zone]))
}

/** Notes that a feed brought a message that could be read, as it came. */
export const noteMessage = (db: Db, id: number, message: string) =>
  sql`update feeds set last_ok_at = now(), failures = 0, failing_since = null, reason = null,
    last_message = ${rawText(message, MAX_RAW)}, last_message_at = now() where id = ${id}`.execute(db)

const MOST_REASON = 500

/** Notes that a feed could not be read, and what it answered, if anything. */
export const noteFailure = (db: Db, id: number, { reason, message }: { reason: string; message: string | null }) =>
  sql`update feeds set failures = failures + 1, failing_since = coalesce(failing_since, now()), reason = ${reason.slice(0, MOST_REASON)},
    last_message = coalesce(${message && rawText(message, MAX_RAW)}::text, last_message),
    last_message_at = case when ${message}::text is null then last_message_at else now() end where id = ${id}`.execute(
    db,
  )
