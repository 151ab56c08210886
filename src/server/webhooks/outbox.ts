import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'

/** Seconds for which an instance holds a delivery: more than an attempt takes. */
export const CLAIM_SECONDS = 60
/** The speed of a receiver's last answer: within PROMPT_MS, later, or none. A new one has not answered. */
export type Answers = 'promptly' | 'slowly' | 'never'
/** Most deliveries to one webhook at once, by the speed of its answers. */
const AT_ONCE_EACH: Readonly<Record<Answers, number>> = { promptly: 8, slowly: 2, never: 1 }

/** A delivery in the hands of an instance, with its destination. */
export interface Claim {
  id: number
  webhookId: number
  messageId: string
  body: string
  tries: number
  url: string
  secret: string
  /** The previous secret, while it still signs. */
  previousSecret: string | null
  /** The speed of its webhook's last answer. */
  answers: Answers
  /** Host and port of its destination. */
  receiver: string
}

/** Capacity of an instance. */
export interface Room {
  /** Most further deliveries. */
  most: number
  /** Deliveries that it sends at once. */
  atOnce: number
  /** Most of these to receivers that do not answer promptly; the others are kept for those that do. */
  atOnceToSlow: number
  /** Deliveries that it is sending. */
  inHand: readonly Claim[]
  /** The last turn of each webhook, by its id: a number that grows. */
  lastTaken: ReadonlyMap<number, number>
}

/** The count of each key, as JSON. */
function countsOf(keys: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return JSON.stringify(Object.fromEntries(counts))
}

/**
 * Claims due deliveries. Of all instances, only one gets each. The first attempt of a message waits for those
 * of earlier messages about the same order; retries wait for nothing. However much waits for one receiver,
 * the others have their share: each webhook has places by the speed of its answers, each receiver its share
 * of those for its speed, and receivers that do not answer promptly have at most half together. Free places
 * go round, first to the webhook whose last turn is longest ago.
 */
export async function claimDue(db: Db, { most, atOnce, atOnceToSlow, inHand, lastTaken }: Room): Promise<Claim[]> {
  const perWebhook = countsOf(inHand.map(({ webhookId }) => webhookId))
  const perReceiver = countsOf(inHand.map(({ receiver, answers }) => `${receiver} ${answers === 'promptly'}`))
  const toSlow = inHand.filter(({ answers }) => answers !== 'promptly').length
  const { rows } = await sql<Claim>`
    with hooks as materialized (
      select w.id, w.url, w.secret, case when w.previous_until > now() then w.previous_secret end as previous_secret, w.answers,
        w.answers = 'promptly' as prompt, h.receiver, coalesce((${JSON.stringify(Object.fromEntries(lastTaken))}::jsonb ->> w.id::text)::bigint, 0) as turn,
        (${JSON.stringify(AT_ONCE_EACH)}::jsonb ->> w.answers)::int - coalesce((${perWebhook}::jsonb ->> w.id::text)::int, 0) as free
      from webhooks w cross join lateral (select lower(split_part(w.url, '/', 3)) as receiver) h where w.active
    ), receivers as materialized (
      select receiver, prompt, greatest(1, least(${sql.lit(AT_ONCE_EACH.promptly)},
          case when prompt then ${atOnce}::int else ${atOnceToSlow}::int end / (count(*) over (partition by prompt))::int))
        - coalesce((${perReceiver}::jsonb ->> concat(receiver, case when prompt then ' true' else ' false' end))::int, 0) as free
      from hooks group by receiver, prompt
    ), due as materialized (
      select d.id, d.due_at, h.receiver, h.prompt, h.turn, h.free, row_number() over (partition by h.id order by d.due_at, d.id) as place
      from hooks h cross join lateral (
        select d.id, d.due_at from webhook_deliveries d
        where d.webhook_id = h.id and d.state = 'waiting' and d.due_at <= now() and (d.claimed_until is null or d.claimed_until < now())
          and (d.tried or d.order_id is null or not exists (
            select from webhook_deliveries e where e.webhook_id = d.webhook_id and e.order_id = d.order_id
              and e.sequence < d.sequence and e.state = 'waiting' and not e.tried
          ))
        order by d.due_at, d.id limit ${sql.lit(AT_ONCE_EACH.promptly)} for update skip locked
      ) d where h.free > 0
    ), fair as (
      select d.id, d.prompt, d.turn, d.due_at, r.free,
        row_number() over (partition by d.receiver, d.prompt order by d.place, d.turn, d.due_at, d.id) as round
      from due d join receivers r on r.receiver = d.receiver and r.prompt = d.prompt where d.place <= d.free
    ), kept as (
      select id, round, turn, due_at, prompt,
        row_number() over (partition by prompt order by round, turn, due_at, id) as in_class
      from fair where round <= free
    ), claimed as (
      update webhook_deliveries set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}), tries = tries + 1
      where id = any(array(
        select id from kept where prompt or in_class <= ${atOnceToSlow - toSlow}::int
        order by round, turn, due_at, id limit ${most}
      )) returning id, webhook_id, message_id, body, tries
    )
    select c.*, h.url, h.secret, h.previous_secret, h.answers, h.receiver
    from claimed c join hooks h on h.id = c.webhook_id ${sql.raw(PLANNED)}`.execute(db)
  return rows
}

/** Stores the seconds for which an event can be undone: it is announced afterwards. */
export const tellHold = (db: Db, seconds: number) =>
  sql`update webhook_hold set seconds = ${seconds} where seconds <> ${seconds}`.execute(db)

/**
 * Keeps the announcements of an entry from leaving until the transaction ends; if the entry goes, they go
 * too. Returns whether some are on their way, or have left.
 */
export async function lockAnnouncements(tx: Tx, entryId: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('webhookDeliveries')
    .select('tries')
    .where('orderEventId', '=', entryId)
    .forUpdate()
    .execute()
  return rows.some(({ tries }) => tries > 0)
}

/** Marks the transaction as one of a run, which releases its announcements. */
export const ofRun = (tx: Tx, runId: number) =>
  sql`select set_config('quayside.run', ${String(runId)}, true)`.execute(tx)

/** Releases a run's announcements at this time; null holds again those that have not left. */
export async function letGo(tx: Tx, runId: number, at: string | null): Promise<void> {
  await sql`update webhook_deliveries set due_at = coalesce(${at}::timestamptz, 'infinity')
    where run_id = ${runId} and state = 'waiting' and tries = 0 and due_at > now()`.execute(tx)
}
