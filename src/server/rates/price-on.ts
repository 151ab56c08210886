import { sql } from 'kysely'
import { firstInstant, lastInstant } from '#contract/rates/rate-days.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Shipment } from '#server/pricing/calculate-quote.ts'
import type { LaneKeys } from '#server/pricing/find-lane.ts'
import { type Priced, priceLane } from '#server/pricing/price-shipment.ts'
import { laneReader, readBook } from '#server/pricing/rate-book.ts'
import { comingBook } from './scheduled-sets.ts'

/** The last instant of a day, or now if that is today; an instant stays as it is. */
function instantOf(on: string, timeZone: string): string {
  const now = new Date().toISOString()
  const last = lastInstant(on, timeZone)
  return firstInstant(on, timeZone) <= now && now <= last ? now : last
}

async function checkKnown(db: Db, at: string): Promise<void> {
  const known = await db
    .selectFrom('rateHistory')
    .select(sql<string | null>`min(lower(valid))`.as('since'))
    .executeTakeFirst()
  if (!known?.since || at < known.since) throw invalid({ on: 'Rates of that time are not known' })
}

/**
 * Prices a shipment at the rates of another time: those that were true then, or today's with the sets that are
 * scheduled until then. `on` is a day or an instant as `dayOrInstant` reads it; a day means its last instant in the
 * zone. Throws 400 at `on` for a time before the first rates that are known.
 */
export async function priceOn(
  db: Db,
  shipment: Shipment & LaneKeys,
  { on, timeZone }: { on: string; timeZone: string },
): Promise<{ result: Priced; at: string; quoteId: null }> {
  const at = instantOf(on, timeZone)
  const isPast = at < new Date().toISOString()
  if (isPast) await checkKnown(db, at)
  const book = isPast ? await readBook(db, at) : await comingBook(db, { until: at })
  return { result: priceLane(shipment, laneReader(book)(shipment)), at, quoteId: null }
}
