import { type Feed, feeds, ranFeed, triedFeed } from '#contract/carrier-events/feeds.ts'
import { CARRIER_EVENTS } from '#web/features/carrier-events/shared/carrier-events.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'

/** Asks a feed, and says what it answered; nothing is kept. */
export const tryFeed = (id: number, signal: AbortSignal) =>
  request(triedFeed, `${feeds.path}/${id}/try`, { method: 'POST', signal })

/** Reads a feed now, and says how many events were new. */
export async function runFeed({ id, name }: Pick<Feed, 'id' | 'name'>): Promise<void> {
  try {
    const { received, stored } = await request(ranFeed, `${feeds.path}/${id}/run`, { method: 'POST' })
    showSuccess(`${name}: ${received} ${received === 1 ? 'event' : 'events'}, ${stored} new`)
  } finally {
    await Promise.all([[feeds.key], CARRIER_EVENTS].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
