import type { ViewedList } from '#contract/views/view.ts'
import { MOST_VIEW_COUNT, type ViewCounts } from '#contract/views/views.ts'
import type { Db } from '#server/db/client.ts'
import type { CountKept } from '#server/resource/filtered-page.ts'
import { listViews, type Viewer } from './read-views.ts'

/** Functions that count the rows of each list. */
export type ViewCounters = Record<ViewedList, CountKept>

/** Counts that run at the same time. */
const AT_ONCE = 4

interface Asked extends Viewer {
  ids: readonly number[]
  timeZone: string
}

/**
 * The number of rows in each view, capped. Views that the person may not see, and deleted ones, are left out.
 */
export async function countViews(
  db: Db,
  counters: ViewCounters,
  { ids, timeZone, ...viewer }: Asked,
): Promise<ViewCounts> {
  const views = (await listViews(db, viewer)).filter(({ id }) => ids.includes(id))
  const counts: ViewCounts = {}
  for (let at = 0; at < views.length; at += AT_ONCE) {
    const counted = views.slice(at, at + AT_ONCE).map(async ({ id, list, definition }) => {
      const n = await counters[list](db, definition, { userId: viewer.userId, timeZone }, MOST_VIEW_COUNT)
      counts[id] = { count: Math.min(n, MOST_VIEW_COUNT), capped: n > MOST_VIEW_COUNT }
    })
    await Promise.all(counted)
  }
  return counts
}
