import { sql } from 'kysely'
import type { TakenCounts } from '#contract/carrier-events/carrier-event-rows.ts'
import { feeds, type TriedFeed } from '#contract/carrier-events/feeds.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'
import { type Asking, askFeed, FeedFailure } from './ask-feed.ts'
import { nextPage } from './next-page.ts'
import { feedById, noteFailure, type OpenFeed, placeZones } from './open-feed.ts'
import { MAX_EVENTS } from './reading/limits.ts'
import { readSentEvents } from './reading/read-sent.ts'
import type { StoredRow } from './reading/stored-rows.ts'
import { takeSentEvents } from './take-sent.ts'

const CONFLICT = 409
const BAD_GATEWAY = 502
const SAMPLE = 3

type Needs = Pick<Services, 'db' | 'config'>

/** The page after one. Throws FeedFailure for one that is elsewhere. */
function pageAfter(page: URL, { headers, ...answer }: Awaited<ReturnType<typeof askFeed>>): URL | null {
  try {
    return nextPage(page, headers)
  } catch {
    throw new FeedFailure('Its next page is at another address, which is not followed', answer)
  }
}

/** Pages of an answer that are read at once: one that never ends brings no more events than a body may have. */
const MOST_PAGES = 50

const sumOf = (one: TakenCounts, other: TakenCounts) =>
  Object.fromEntries(
    Object.entries(one).map(([name, n]) => [name, n + other[name as keyof TakenCounts]]), // the same names
  ) as TakenCounts

/**
 * Asks a feed and takes its events, page by page: what one page says is kept whatever becomes of the next. After 5 000 events,
 * 50 pages or a page that leads back, the rest is left. A failure is noted. Throws FeedFailure.
 */
export async function readFeed(services: Needs, feed: OpenFeed, actor: Actor, asking?: Asking): Promise<TakenCounts> {
  let body: string | null = null
  const asked = new Set<string>()
  try {
    let sum: TakenCounts | null = null
    for (let page = feed.url === null ? null : new URL(feed.url); ; ) {
      const answer = await askFeed(services, feed, { ...asking, page })
      body = answer.body
      const sent = { feed, body, caller: `feed ${feed.id}` }
      const { problems: _, ...counts } = await takeSentEvents(services, sent, actor)
      sum = sum ? sumOf(sum, counts) : counts
      if (page) asked.add(page.href)
      page = page && pageAfter(page, answer)
      const isDone = page === null || asked.has(page.href) || asked.size >= MOST_PAGES
      if (isDone || sum.received >= MAX_EVENTS) return sum
    }
  } catch (error) {
    const failure =
      error instanceof FeedFailure
        ? error
        : error instanceof AppError && error.status === 400
          ? new FeedFailure(error.message, { body })
          : null
    if (!failure) throw error
    await noteFailure(services.db, feed.id, { reason: failure.message, message: failure.body ?? body })
    throw failure
  }
}

async function found({ db }: Needs, id: number): Promise<OpenFeed> {
  const feed = await feedById(db, id)
  if (!feed) throw notFound(feeds.name)
  if (feed.url === null) throw new AppError(CONFLICT, 'This feed is pushed to us: there is nothing to ask')
  return feed
}

/** Asks a feed now. Throws 404, 409 for one that is pushed, 502 with the reason. */
export async function runFeed(services: Needs, id: number, actor: Actor): Promise<TakenCounts> {
  try {
    return await readFeed(services, await found(services, id), actor)
  } catch (error) {
    if (error instanceof FeedFailure) throw new AppError(BAD_GATEWAY, error.message)
    throw error
  }
}

function sampleOf(rows: string): TriedFeed['sample'] {
  const all: StoredRow[] = JSON.parse(rows)
  return all.slice(0, SAMPLE).map((row) => ({
    ...{ externalId: row.external_id, container: row.container_number, code: row.code, milestone: row.milestone },
    ...{ classifier: row.classifier, at: row.at, placeCode: row.place_code },
  }))
}

/** Asks a feed and says what it answered; stores nothing. Throws 404, 409 for one that is pushed. */
export async function tryFeed(services: Needs, id: number): Promise<TriedFeed> {
  const feed = await found(services, id)
  let status: number | null = null
  try {
    const answer = await askFeed(services, feed)
    status = answer.status
    const zones = await placeZones(services.db)
    const read = await readSentEvents(answer.body, { now: Date.now(), mapping: feed.mapping, zones })
    const [first] = read.problems
    return {
      ...{ ok: first === undefined || read.received > read.problems.length, status, events: read.received },
      problem: first
        ? `${read.problems.length} of ${read.received} events cannot be read: ${first.field} ${first.message}`
        : null,
      sample: read.batches.flatMap(({ rows }) => sampleOf(rows)).slice(0, SAMPLE),
    }
  } catch (error) {
    if (error instanceof FeedFailure)
      return { ok: false, status: error.status, events: 0, problem: error.message, sample: [] }
    if (error instanceof AppError) return { ok: false, status, events: 0, problem: error.message, sample: [] }
    throw error
  }
}

const MOST_AT_ONCE = 4

/** Claims feeds that are due: another instance finds them due again only after their minutes. */
export const claimDueFeeds = async ({ db }: Needs): Promise<OpenFeed[]> =>
  (
    await sql<OpenFeed>`update feeds f set next_at = now() + make_interval(mins => f.every_minutes)
      where f.id in (select id from feeds where active and url is not null and next_at <= now() order by next_at limit ${MOST_AT_ONCE} for update skip locked)
      returning f.id, f.name, f.kind, f.url, f.secret, f.mapping, f.active`.execute(db)
  ).rows
