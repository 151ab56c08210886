import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Db } from '#server/db/client.ts'
import type { Sent } from './app-types.ts'
import { admits, type Duty, lacksFactor } from './auth.ts'
import { dbOf, type Work } from './reads.ts'
import { type Credential, credentialOf } from './security/credentials.ts'
import { findLive } from './security/find-session.ts'
import type { Session } from './session.ts'

interface Sources {
  pool: pg.Pool
  db: Db
  /** Null without replicas. */
  readPool: object | null
  config: Duty
}

/**
 * Sessions as they were last seen, by the hash of their token, the latest last. Nothing is read ahead for
 * others.
 */
const seen = new Map<string, Session>()
const MOST_SEEN = 10_000

function remember(key: string, session: Session | null): void {
  seen.delete(key)
  if (!session) return
  seen.set(key, session)
  const [oldest] = seen.keys()
  if (seen.size > MOST_SEEN && oldest !== undefined) seen.delete(oldest)
}

/** Sends the check of the token and the work in one trip, on one connection. Waits for the check only. */
async function findWithAhead(
  pool: pg.Pool,
  request: FastifyRequest,
  sent: Credential,
  work: Work<unknown>,
): Promise<Session | null> {
  const client = await pool.connect()
  // Extending the session, too, uses this connection: a second one might never be free if all calls waited
  // for one.
  const db = dbOf(client)
  const found = findLive(client, db, sent)
  request.ahead = work(db)
  // Failures reach the callers that await these promises; the pool drops a broken connection by itself.
  void Promise.allSettled([found, request.ahead]).then(() => client.release())
  return found
}

/** The parameters in the address of a call, unchecked. */
const sentBy = ({ query, params }: FastifyRequest): Sent => ({ query: Object(query), params: Object(params) })

/**
 * The session of a call's token or key; null if there is none. Begins what its route reads ahead. Throws 401
 * for a bad key.
 */
export async function openSession(sources: Sources, request: FastifyRequest): Promise<Session | null> {
  const { pool, db, readPool, config } = sources
  const sent = credentialOf(request)
  if (!sent) return null
  const { ahead, ...rule } = request.routeOptions.config
  const last = readPool ? undefined : seen.get(sent.text)
  const work = last && admits(rule, last) && ahead?.(sentBy(request), last.staff)
  const found = work
    ? findWithAhead(pool, request, sent, work)
    : findLive(pool, db, sent, { withWal: readPool !== null })
  const session = await found.catch((refusal) => {
    seen.delete(sent.text)
    throw refusal
  })
  if (ahead) remember(sent.text, session)
  if (rule.access !== 'public' || !session) return session
  // Public calls are open to all; what they show to staff only is not for a key without the scope, nor before
  // the second factor.
  if (session.scopes ? !admits(rule, session) : lacksFactor(rule, session, config)) return null
  return session
}
