import { FeedFailure } from '#server/carrier-events/ask-feed.ts'
import { matchAgain } from '#server/carrier-events/match-again.ts'
import { claimDueFeeds, readFeed } from '#server/carrier-events/run-feed.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'

/** Who asks feeds. */
const NOBODY: Actor = { userId: null, impersonatorId: null, ip: '127.0.0.1', requestId: 'feed' }

/** Gives events that came early to what was typed since. */
export const matchEarlyEvents = (services: Pick<Services, 'db' | 'config'>): Promise<number> =>
  matchAgain(services, NOBODY)

/** Asks the feeds that are due, at once: one that never answers keeps no other waiting. Returns how many could be read. */
export async function askDueFeeds(services: Pick<Services, 'db' | 'config' | 'log'>): Promise<number> {
  const due = await claimDueFeeds(services)
  const read = await Promise.all(
    due.map(async (feed) => {
      try {
        await readFeed(services, feed, NOBODY)
        return 1
      } catch (error) {
        const reason = error instanceof FeedFailure ? error.message : 'our own failure'
        services.log.warn({ err: error, feedId: feed.id, reason }, 'a feed cannot be read')
        return 0
      }
    }),
  )
  return read.reduce<number>((sum, each) => sum + each, 0)
}
