import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { WebhookAttempt } from '#contract/integrations/webhooks.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { messageOf } from '#server/errors.ts'
import { addressOf, Refused, type Rules } from './addresses.ts'
import { disableWebhook } from './disable.ts'
import { createLookUps } from './look-ups.ts'
import type { Answers, Claim } from './outbox.ts'
import { type Answer, POST_MS, post } from './post.ts'
import { type Recorder, recordAttempts } from './record.ts'
import { signedHeaders } from './sign.ts'

const [SECOND, MINUTE, HOUR] = [1, 60, 3_600]
/** Seconds before each retry. A message that fails after the last one stays failed. */
export const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
] as const
/** Share by which a pause may be longer, so that messages that failed together do not come back together. */
const JITTER = 0.2
/** The longest that a receiver may ask us to wait, in seconds. */
const MOST_WAIT = 24 * HOUR
/** Days without any delivery after which the webhook is switched off. */
const FAILING_DAYS = 3

/**
 * Milliseconds for a first attempt, unless the receiver is known to take longer: a receiver that hangs is
 * found out soon, and the retry gives it more time.
 */
const FIRST_MS = 5_000
/** Milliseconds within which an answer counts as prompt. */
const PROMPT_MS = 2_000

const lookUp = createLookUps()

/** Services that delivering needs. */
export interface Delivering extends Rules {
  db: Db
  log: FastifyBaseLogger
  recorder: Recorder
  /** Tells administrators about a webhook that was switched off. */
  tell: (tx: Tx, webhook: { url: string; reason: string }) => Promise<void>
  signal?: AbortSignal
}

interface Outcome {
  attempt: WebhookAttempt
  delivered: boolean
  /** Whether no later attempt would succeed. */
  final: boolean
  /** Status 410: the receiver is gone for good. */
  gone: boolean
  retryAfter: number | null
}

/** The failure in an answer. Only 2xx is a success: a redirect could lead anywhere. */
const saidOf = ({ status }: Answer) => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed` : `Answered ${status}`
}

async function tryOnce(given: Delivering, claim: Claim): Promise<Outcome> {
  const started = Date.now()
  const timeoutMs = claim.tries === 1 && claim.answers !== 'slowly' ? FIRST_MS : POST_MS
  const facts = () => ({ at: new Date(started).toISOString(), ms: Date.now() - started })
  const { messageId: id, body, url, secret, previousSecret } = claim
  try {
    const resolve = lookUp(claim.answers === 'promptly', given.resolve, timeoutMs)
    const address = await addressOf(url, { ...given, resolve })
    const secrets = previousSecret === null ? [secret] : [secret, previousSecret]
    const headers = signedHeaders({ id: `msg_${id}`, timestamp: Math.floor(started / 1_000), body }, secrets)
    const answer = await post({
      url,
      address,
      headers,
      body,
      signal: given.signal,
      timeoutMs: timeoutMs - (Date.now() - started),
    })
    const error = saidOf(answer)
    const gone = answer.status === 410
    return {
      attempt: { ...facts(), status: answer.status, error },
      delivered: error === null,
      final: gone,
      gone,
      retryAfter: answer.retryAfter,
    }
  } catch (error) {
    const final = error instanceof Refused
    return {
      attempt: { ...facts(), status: null, error: messageOf(error) },
      delivered: false,
      final,
      gone: false,
      retryAfter: null,
    }
  }
}

/** Remembers how a receiver answered, for the next delivery to it. */
async function remember(
  { db }: Delivering,
  { webhookId, ...claim }: Claim,
  { status, ms }: WebhookAttempt,
): Promise<void> {
  const answers: Answers = status === null ? 'never' : ms <= PROMPT_MS ? 'promptly' : 'slowly'
  if (answers !== claim.answers) await db.updateTable('webhooks').set({ answers }).where('id', '=', webhookId).execute()
}

/** Seconds until the next attempt; null if there is none. */
export function pauseAfter(tries: number, retryAfter: number | null, random = Math.random()): number | null {
  const pause = PAUSES[tries - 1]
  if (pause === undefined) return null
  return Math.max(pause * (1 + JITTER * random), Math.min(retryAfter ?? 0, MOST_WAIT))
}

/** Applies a failure to its webhook: it has been failing since some time, or it is over. */
async function judge(tx: Tx, given: Delivering, id: number, { gone }: Outcome): Promise<void> {
  if (gone) return disableWebhook(tx, id, 'The receiver answered 410 Gone.', given.tell)
  const { rows } = await sql<{ long: boolean }>`
    update webhooks set failing_since = coalesce(failing_since, now()) where id = ${id} and active
    returning failing_since < now() - make_interval(days => ${FAILING_DAYS}) as long`.execute(tx)
  if (rows[0]?.long) await disableWebhook(tx, id, `Nothing arrived for ${FAILING_DAYS} days.`, given.tell)
}

/**
 * Attempts a delivery that was claimed. It ends up delivered, waiting for a later attempt, cancelled, or
 * failed.
 */
export async function deliver(given: Delivering, claim: Claim): Promise<void> {
  const { attempt, ...outcome } = await tryOnce(given, claim)
  const { id, webhookId, tries } = claim
  // The server is stopping: another instance takes the delivery over, or this one after its start.
  if (given.signal?.aborted && !outcome.delivered) {
    await sql`update webhook_deliveries set claimed_until = null, tries = tries - 1
      where id = ${id} and tries = ${tries}`.execute(given.db)
    return
  }
  await remember(given, claim, attempt)
  if (outcome.delivered) given.recorder.delivered({ id, webhookId, tries, attempt })
  else await recordFailure(given, claim, { attempt, ...outcome })
  const { status, ms } = attempt
  given.log.info({ deliveryId: id, webhookId, attempt: tries, status, ms }, 'webhook')
}

async function recordFailure(given: Delivering, { id, webhookId, tries }: Claim, outcome: Outcome): Promise<void> {
  const { attempt, final, retryAfter } = outcome
  const pause = final ? null : pauseAfter(tries, retryAfter)
  const state = pause === null ? 'failed' : 'waiting'
  await given.db.transaction().execute(async (tx) => {
    // The webhook is locked first: switching it off locks it before its deliveries.
    await sql`select from webhooks where id = ${webhookId} for update`.execute(tx)
    await recordAttempts(tx, [{ id, tries, attempt, state, pause }])
    await judge(tx, given, webhookId, outcome)
  })
}
