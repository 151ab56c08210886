import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { WebhookAttempt } from '#contract/integrations/webhooks.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Claim } from './outbox.ts'

/** Attempts that a delivery remembers: replays add more. */
const REMEMBERED = 50
/**
 * Milliseconds for which successes are gathered: recorded one by one, they slowed down the saving of orders.
 */
const GATHERED_MS = 100

interface Recorded {
  id: number
  tries: number
  attempt: WebhookAttempt
}
type Delivered = Recorded & Pick<Claim, 'webhookId'>

interface Settled extends Recorded {
  state: 'delivered' | 'failed' | 'waiting'
  /** Seconds until the next attempt; null if there is none. */
  pause: number | null
}

/** Records attempts and the outcomes of their deliveries, unless one was cancelled meanwhile. */
export async function recordAttempts(tx: Tx, attempts: readonly Settled[]): Promise<void> {
  await sql`
    update webhook_deliveries d set tried = true, claimed_until = null, updated_at = now(),
      state = case when d.state = 'waiting' then a.state else d.state end,
      due_at = case when a.pause is null then d.due_at else now() + make_interval(secs => a.pause) end,
      attempts = (select coalesce(jsonb_agg(value order by place), '[]') from (
        select value, place from jsonb_array_elements(d.attempts || a.attempt) with ordinality as each (value, place)
        order by place desc limit ${REMEMBERED}) kept)
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as a (id bigint, tries smallint, state text, pause float8, attempt jsonb)
    where d.id = a.id and d.tries = a.tries`.execute(tx)
}

/** Records successes; their webhooks work again. */
async function recordDelivered(tx: Tx, delivered: readonly Delivered[]): Promise<void> {
  const webhooks = [...new Set(delivered.map(({ webhookId }) => webhookId))]
  await sql`update webhooks set failing_since = null where id = any(${webhooks}) and failing_since is not null`.execute(
    tx,
  )
  // The webhooks are locked first: switching one off locks it before its deliveries.
  await sql`select from webhooks where id = any(${webhooks}) order by id for share`.execute(tx)
  await recordAttempts(
    tx,
    delivered.map(({ id, tries, attempt }) => ({ id, tries, attempt, state: 'delivered', pause: null })),
  )
}

/** Records successes together. */
export interface Recorder {
  /** Takes a success, to be recorded within a tenth of a second. */
  delivered(recorded: Delivered): void
  /** Resolves when everything taken is recorded, or could not be. */
  flush(): Promise<void>
}

/**
 * Starts a recorder. Successes that cannot be recorded are logged: their messages are sent again once the
 * claim ends.
 */
export function startRecorder({ db, log }: { db: Db; log: FastifyBaseLogger }): Recorder {
  let taken: Delivered[] = []
  let timer: NodeJS.Timeout | undefined
  let recording = Promise.resolve()

  function record(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = taken
    taken = []
    if (batch.length === 0) return recording
    recording = recording
      .then(() => db.transaction().execute((tx) => recordDelivered(tx, batch)))
      .catch((error) => {
        const deliveryIds = batch.map(({ id }) => id)
        log.error({ err: error, deliveryIds }, 'cannot record webhooks that arrived, which are sent again later')
      })
    return recording
  }

  return {
    delivered(recorded) {
      taken.push(recorded)
      timer ??= setTimeout(record, GATHERED_MS)
    },
    flush: record,
  }
}
