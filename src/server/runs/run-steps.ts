import { type RawBuilder, sql, type Updateable } from 'kysely'
import { BROKEN, STOPPED, TOO_SLOW } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import { isLockedOut, isOvertaken, isTooSlow, isUnavailable } from '#server/db/failures.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { announce } from '#server/db/tuning/transactions.ts'
import type { RunItems } from '#server/db/types.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { IS_HELD_BY_RUN, MAIL_DUE } from '#server/mail/outbox.ts'
import type { Services } from '#server/services.ts'
import { letGo } from '#server/webhooks/outbox.ts'
import type { StartedFrom } from './create-run.ts'
import type { StoredItem, StoredRun } from './run-kind.ts'

/** The result of a step: there may be more, other workers are in the way, or the run is over. */
export type Step = 'next' | 'in hand' | 'over'
/** The person who started the run, and from where; once it is undone, the person who undoes it. */
export const actorOf = ({ input, createdBy }: StoredRun): Actor => {
  const { startedFrom, undoneBy } = input as { startedFrom: StartedFrom; undoneBy?: Actor } // as createRun and undoRun stored it
  return undoneBy ?? { ...startedFrom, userId: createdBy }
}

/** Marks a row. */
export const settle = (tx: Tx, { runId, position }: Pick<StoredItem, 'runId' | 'position'>, to: Updateable<RunItems>) =>
  tx.updateTable('runItems').set(to).where('runId', '=', runId).where('position', '=', position).execute()

/** Counts outcomes of rows. */
export const count = (tx: Tx, runId: number, change: RawBuilder<unknown>) =>
  sql`update runs set ${change}, heartbeat_at = now() where id = ${runId}`.execute(tx)

/** Counters for one row. */
export const ADD = {
  done: sql`done = done + 1`,
  failed: sql`failed = failed + 1`,
  skipped: sql`skipped = skipped + 1`,
  undone: sql`done = done - 1`,
}

/** Whether others were in the way of a row, which is tried again: a lock, or too many PDFs to make at once. */
export const isInTheWay = (error: unknown) =>
  isLockedOut(error) || isOvertaken(error) || (error instanceof AppError && error.status === 503)

/**
 * The reason of a failed row. A database that is away fails no row: the run continues when it is back. One
 * that gave up a single row is not away: tried for ever, that row would keep all others waiting.
 */
export function reasonOf({ log, config }: Services, error: unknown): string {
  if (error instanceof AppError) return error.messageIn(config.timeZone)
  if (isUnavailable(error) && !isTooSlow(error)) throw error
  log.error({ err: error }, 'a row of a run failed')
  return isTooSlow(error) ? TOO_SLOW : BROKEN
}

/** Condition of rows to do, as `run_items i`. */
export const WAITING = sql`i.state = 'waiting'`
/** Condition of rows to undo. */
export const TO_UNDO = sql`i.state = 'done' and i.reason is null`

/** A run at its end. */
export interface Ended {
  runId: number
  /** Seconds for which it can be undone: RUN_HOLD_SECONDS if its kind does not say. */
  holdSeconds?: number
  /** Whether it changed something beside its rows. */
  changesBeside?: boolean
}

/**
 * Ends the run, unless another worker has a row in hand: its mails leave when the time to undo is over. A run
 * that changed nothing has no such time.
 */
export async function finish(tx: Tx, { config }: Services, ended: Ended): Promise<Step> {
  const { runId, holdSeconds: seconds = config.runHoldSeconds, changesBeside = false } = ended
  const held = sql`clock_timestamp()::timestamptz(3) + make_interval(secs => ${seconds}::float8)`
  const { rows } = await sql<{ until: string }>`
    update runs set state = case when stop_requested_at is null then 'done' else 'stopped' end, finished_at = now(),
      held_until = case when done > 0 or ${changesBeside}::boolean then held.until end
    from (select ${held} as until) held
    where id = ${runId} and finished_at is null and not exists (
      select from run_items where run_id = ${runId} and state = 'waiting'
    ) returning held.until`.execute(tx)
  const until = rows[0]?.until
  if (!until) {
    const open = await tx.selectFrom('runs').select('finishedAt').where('id', '=', runId).executeTakeFirst()
    return open && open.finishedAt === null ? 'in hand' : 'over'
  }
  await sql`update mail_deliveries set next_attempt_at = ${until}, updated_at = now()
    where ${IS_HELD_BY_RUN} and mail_id in (select id from mails where run_id = ${runId})`.execute(tx)
  await sql`update mails set send_at = ${until} where run_id = ${runId} and send_at is null and exists (
    select from mail_deliveries where mail_id = mails.id and state = 'queued')`.execute(tx)
  await letGo(tx, runId, until)
  if (seconds === 0) announce(tx, MAIL_DUE)
  return 'over'
}

/** Rows of a run that one statement marks. */
export const MARKED_AT_ONCE = 10_000

/**
 * Skips waiting rows, at most `limit`; one that had failed before it was tried again has failed with its
 * earlier reason.
 */
async function skipSome(tx: Tx, runId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ state: 'failed' | 'skipped' }>`
    update run_items set state = case when reason is null then 'skipped' else 'failed' end, reason = coalesce(reason, ${STOPPED})
    where run_id = ${runId} and position = any(array(
      select position from run_items where run_id = ${runId} and state = 'waiting' order by position limit ${limit} for update skip locked))
    returning state`.execute(tx)
  const failed = rows.filter(({ state }) => state === 'failed').length
  await count(tx, runId, sql`failed = failed + ${failed}::int, skipped = skipped + ${rows.length - failed}::int`)
  return rows.length
}

/**
 * Skips the waiting rows, many at a time, and ends the run. If this is interrupted, the next worker
 * continues.
 */
export async function stopHere(services: Services, ended: Ended): Promise<Step> {
  await inBatches(MARKED_AT_ONCE, (limit) =>
    services.db.transaction().execute((tx) => skipSome(tx, ended.runId, limit)),
  )
  return services.db.transaction().execute((tx) => finish(tx, services, ended))
}

/** Ends an undo, unless another worker has a row in hand. */
export async function finishUndo(tx: Tx, runId: number): Promise<Step> {
  const { rows } = await sql`update runs set finished_at = now()
    where id = ${runId} and finished_at is null and not exists (
      select from run_items i where i.run_id = ${runId} and ${TO_UNDO}) returning id`.execute(tx)
  if (rows.length > 0) return 'over'
  const open = await tx.selectFrom('runs').select('finishedAt').where('id', '=', runId).executeTakeFirst()
  return open && open.finishedAt === null ? 'in hand' : 'over'
}
