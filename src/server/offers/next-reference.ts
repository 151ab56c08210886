import { sql } from 'kysely'
import { isoDay } from '#contract/lib/format.ts'
import type { Tx } from '#server/db/client.ts'

/**
 * The next number of an offer, 'Q-2026-0412', by the year of the forwarder's clock. Numbers follow each other, and are
 * never used again; one that is rolled back is used by the next offer.
 */
export async function nextReference(tx: Tx, timeZone: string): Promise<string> {
  const year = Number(isoDay(new Date().toISOString(), timeZone).slice(0, 4))
  const { rows } = await sql<{ last: number }>`
    insert into offer_numbers (year, last) values (${year}, 1)
    on conflict (year) do update set last = offer_numbers.last + 1 returning last`.execute(tx)
  return `Q-${year}-${String(rows[0]?.last ?? 1).padStart(4, '0')}`
}
