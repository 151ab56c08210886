import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import {
  codesInput,
  codesReply,
  FOUND_BY_DEFAULT,
  MAX_FOUND,
  MAX_QUERY,
  recentInput,
  recents,
  type SearchReply,
  searchReply,
} from '#contract/search/search.ts'
import type { Db } from '#server/db/client.ts'
import { type App, readAheadOf, type Sent } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { createTurns } from '#server/http/queues/turns.ts'
import { ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { findCodes } from './find-codes.ts'
import { listRecents, noteRecent } from './recents.ts'
import { search } from './search.ts'

const tags = ['Search']
const NOT_TEXT = 'Send what to search for as q'
const LIMIT = `limit is a number from 1 to ${MAX_FOUND}`
const querystring = z.object({
  q: z
    .string({ error: NOT_TEXT })
    .trim()
    .min(1, NOT_TEXT)
    .max(MAX_QUERY, `The text must be no more than ${MAX_QUERY} characters`),
  limit: z
    .string({ error: LIMIT })
    .regex(/^\d{1,2}$/, LIMIT)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_FOUND, LIMIT)
    .optional(),
})

/** More at once would only take the processors from each other: the slowest took 20 ms instead of 14 (docs/performance.md). */
const inTurn = createTurns({ atOnce: 4, waiting: 1_000 })

/** What staff type is searched while their token is checked, unless it must wait: a connection is held meanwhile. */
const searchAhead = ({ query: { q, ...more } }: Sent, staff: boolean) => {
  if (!staff || typeof q !== 'string' || q.trim() === '' || q.length > MAX_QUERY || Object.keys(more).length > 0)
    return null
  return async (from: Db) => inTurn.ifFree(() => search(from, q.trim(), FOUND_BY_DEFAULT))
}

export function searchRoutes(app: App, { db }: Services): void {
  app.get(
    '/search',
    { config: { ahead: searchAhead }, schema: { tags, querystring, response: { 200: envelope(searchReply) } } },
    async (request) => {
      const ahead = await readAheadOf<SearchReply | null>(request)
      if (ahead) return ok(ahead)
      const { q, limit = FOUND_BY_DEFAULT } = request.query
      const { userId } = sessionOf(request)
      return ok(await inTurn(userId, () => request.read((from) => search(from, q, limit))))
    },
  )
  app.post(
    '/search/codes',
    { schema: { tags, body: codesInput, response: { 200: envelope(codesReply) } } },
    async (request) => ok(await request.read((from) => findCodes(from, request.body.codes))),
  )
  app.get('/recents', { schema: { tags, response: { 200: envelope(recents) } } }, async (request) => {
    const { userId } = sessionOf(request)
    return ok(await request.read((from) => listRecents(from, userId)))
  })
  app.post('/recents', { schema: { tags, body: recentInput, response: { 200: envelope(recents) } } }, async (request) =>
    ok(await noteRecent(db, { ...request.body, userId: sessionOf(request).userId })),
  )
}
