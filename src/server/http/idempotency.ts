import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { App } from './app-types.ts'
import { sessionOf } from './auth.ts'
import { repliesWithSecret } from './secret-replies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a call with an `Idempotency-Key`, as it was sent. */
    sentBody: unknown
  }
}

/**
 * Keeps the body as it was sent: a schema drops the fields that it does not know, and two different bodies
 * would look alike.
 */
export function keepSentBodies(app: App): void {
  app.decorateRequest('sentBody', null)
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.headers['idempotency-key'] !== undefined) request.sentBody = request.body
    done()
  })
}

/** The answer to a repeated call whose first reply had a secret. */
const ONCE = 'This was done already. The answer had a secret, which is not kept, so it cannot be sent again.'

/** The form of an `Idempotency-Key`. */
export const RETRY_KEY = /^[\x21-\x7e]{1,200}$/

/**
 * Leaves passwords out of the hash: it could be tried much faster than the hash that is stored for a
 * password.
 */
const withoutPasswords = (name: string, value: unknown) => (/password/i.test(name) ? undefined : value)

const requestHash = ({ method, routeOptions, params, sentBody }: FastifyRequest) =>
  createHash('sha256')
    .update(`${method} ${routeOptions.url}\n${JSON.stringify([params, sentBody], withoutPasswords)}`)
    .digest()

/**
 * Runs the work in a transaction; at a route that is marked `once`, once per `Idempotency-Key`. The same key,
 * user and body get the first reply again, or 409 if replies of this route may have a secret, since those are
 * not kept. A body that differs in anything but a password gets 409. A request that arrives while the first
 * is running waits for it.
 */
export async function idempotent<T>(db: Db, request: FastifyRequest, work: (tx: Tx) => Promise<T>): Promise<T> {
  const sent = request.headers['idempotency-key']
  if (sent === undefined || !request.routeOptions.config.once) return db.transaction().execute(work)
  if (typeof sent !== 'string' || !RETRY_KEY.test(sent)) {
    throw invalid({ 'Idempotency-Key': 'Idempotency-Key must be 1 to 200 visible characters' })
  }
  const { userId, apiKeyId } = sessionOf(request)
  // Programs of one owner do not know each other's keys; the space is safe because no caller can send one.
  const key = apiKeyId === null ? sent : `${apiKeyId} ${sent}`
  const hash = requestHash(request)
  return db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('idempotencyKeys')
      .values({ userId, key, requestHash: hash, reply: null })
      .onConflict((conflict) => conflict.columns(['userId', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!first) return earlierReply<T>(tx, userId, key, hash)
    const reply = await work(tx)
    if (repliesWithSecret(request)) return reply
    await tx
      .updateTable('idempotencyKeys')
      .set({ reply: JSON.stringify(reply) })
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
    return reply
  })
}

async function earlierReply<T>(tx: Tx, userId: number, key: string, hash: Buffer): Promise<T> {
  const earlier = await tx
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'reply', sql<boolean>`reply is not null`.as('isKept')])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!earlier.requestHash.equals(hash)) throw new AppError(409, 'This Idempotency-Key was used for another request.')
  if (!earlier.isKept) throw new AppError(409, ONCE)
  // The cast: the stored value is an earlier reply of the same route.
  return earlier.reply as T
}
