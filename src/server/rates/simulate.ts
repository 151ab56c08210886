import { sql } from 'kysely'
import type { z } from 'zod'
import { roundHalfUp } from '#contract/quotes/quotes.ts'
import { MOST_SIMULATED, rateSets, type Simulation, type simulateInput } from '#contract/rates/rate-sets.ts'
import { destinationKey } from '#contract/reference/freight.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { keptShipment } from '#server/pricing/kept-shipment.ts'
import { type RateBook, readBook } from '#server/pricing/rate-book.ts'
import { createThreads } from '#server/threads/threads.ts'
import { withSets } from './changed-book.ts'
import { expectedBook } from './expected.ts'
import { changedOffers, readOpenOptions } from './open-offers.ts'
import { readChanges } from './scheduled-sets.ts'
import type { SIMULATE_WORK } from './simulate-work.ts'

/** Quotes that are priced if a call names neither how many nor since when. */
const USUAL = 500

const inThread = createThreads<typeof SIMULATE_WORK>({
  file: 'simulate-thread',
  beside: import.meta.url,
  threads: 1,
  most: 20,
  limitMs: 30_000,
  memoryMb: 256,
  tooSlow: () => new AppError(503, 'This takes too long. Please take fewer quotes.'),
})

interface KeptQuote {
  id: number
  clientId: number | null
  client: string | null
  inputs: Record<string, unknown>
}

type Asked = z.output<typeof simulateInput>

/** The newest kept instant quotes that were asked for. */
async function readQuotes(db: Db, { quotes, since, filters: { clientId, tier, dest } }: Asked): Promise<KeptQuote[]> {
  const conditions = [
    sql`q.kind = 'instant'`,
    ...(since ? [sql`q.asked_at >= ${since}::timestamptz`] : []),
    ...(clientId === undefined ? [] : [sql`q.client_id = ${clientId}`]),
    ...(dest === undefined ? [] : [sql`destination_key(q.destination) = ${destinationKey(dest)}`]),
    ...(tier === undefined
      ? []
      : [
          sql`exists (select from depots d where d.tier = ${tier} and d.id = coalesce((q.inputs->>'depotId')::int,
            (select depot_id from locations l where l.id = (q.inputs->>'pickUpLocationId')::int)))`,
        ]),
  ]
  const { rows } = await sql<KeptQuote>`
    select q.id, q.client_id, coalesce(nullif(u.company_name, ''), u.username) as client, q.inputs
    from quotes q left join users u on u.id = q.client_id
    where ${sql.join(conditions, sql` and `)} order by q.id desc limit ${since ? MOST_SIMULATED : (quotes ?? USUAL)}`.execute(
    db,
  )
  return rows
}

/** The middle of numbers; 0 of none. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [upper = 0, lower = upper] = [sorted[middle], sorted.length % 2 === 0 ? sorted[middle - 1] : undefined]
  return (upper + lower) / 2
}

/** How many numbers are about the same whole one, ascending. */
function spreadOf(percents: readonly number[]): Simulation['spread'] {
  const counted = new Map<number, number>()
  for (const percent of percents) {
    const whole = roundHalfUp(percent, 0)
    counted.set(whole, (counted.get(whole) ?? 0) + 1)
  }
  return [...counted].map(([percent, quotes]) => ({ percent, quotes })).sort((a, b) => a.percent - b.percent)
}

interface SetInTime {
  id: number
  name: string
  state: string
  validFrom: string | null
}

/** The rates just before a set, and with it: expected ones, or those of the history once it is applied. */
async function booksAround(db: Db, { id, name, state, validFrom }: SetInTime): Promise<[RateBook, RateBook]> {
  if (state === 'current' && validFrom !== null) {
    const justBefore = new Date(Date.parse(validFrom) - 1).toISOString()
    return [await readBook(db, justBefore), await readBook(db, validFrom)]
  }
  const before = await expectedBook(db, { id, validFrom })
  return [before, withSets(before, [{ id, name, validFrom: validFrom ?? '', changes: await readChanges(db, [id]) }])]
}

/**
 * What a set would have done to quotes that were given: each is priced at the rates just before the set, and with
 * it. Writes nothing. Throws 400 at the fields, 404, and 409 for a set that is past or cancelled.
 */
export async function simulateSet(db: Db, id: number, asked: Asked, userId: number): Promise<Simulation> {
  const set = await db
    .selectFrom('rateSets')
    .select(['id', 'name', 'state', 'validFrom'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!set) throw notFound(rateSets.name)
  if (set.state === 'past' || set.state === 'cancelled') throw new AppError(409, `This rate set is ${set.state}.`)
  if (asked.since && asked.quotes !== undefined) throw invalid({ quotes: 'Send quotes or since' })
  const [before, after] = await booksAround(db, set)
  const quotes = await readQuotes(db, asked)
  const options = await readOpenOptions(db, asked.filters)
  const kept = quotes.map((quote) => ({ id: quote.id, ...keptShipment(quote.inputs) }))
  const shipments = [...kept, ...options.map(({ shipment }) => shipment)]
  const both = await inThread(userId, 'priceTwice', before, after, shipments)
  const [prices, offered] = [both.slice(0, quotes.length), both.slice(quotes.length)]
  const clients = new Map(quotes.map((quote) => [quote.id, quote]))
  const changed = prices.flatMap(({ id: quoteId, before: from, after: to }) =>
    from === null || to === null || from === to
      ? []
      : [{ quoteId, before: from, after: to, by: roundHalfUp(to - from, 2) }],
  )
  const missing = new Map<string, Simulation['missing'][number]>()
  for (const { lost } of prices) {
    if (!lost) continue
    const key = `${lost.tier}:${destinationKey(lost.dest)}`
    missing.set(key, { ...lost, quotes: (missing.get(key)?.quotes ?? 0) + 1 })
  }
  return {
    quotes: quotes.length,
    changed: changed.length,
    up: changed.filter(({ by }) => by > 0).length,
    down: changed.filter(({ by }) => by < 0).length,
    median: roundHalfUp(medianOf(changed.map(({ before: from, by }) => (by / from) * 100)), 2),
    spread: spreadOf(changed.map(({ before: from, by }) => (by / from) * 100)),
    worst: changed
      .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by) || b.quoteId - a.quoteId)
      .slice(0, 10)
      .map(({ quoteId, before: from, after: to }) => {
        const { clientId = null, client = null } = clients.get(quoteId) ?? {}
        return {
          quoteId,
          client: clientId === null ? null : { id: clientId, name: client ?? '' },
          before: from,
          after: to,
        }
      }),
    openOffers: changedOffers(options, offered),
    missing: [...missing.values()].sort(
      (a, b) => b.quotes - a.quotes || a.tier - b.tier || a.dest.localeCompare(b.dest),
    ),
  }
}
