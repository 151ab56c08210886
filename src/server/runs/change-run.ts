import { sql } from 'kysely'
import { type Run, type RunRemedy, WORTH_ANOTHER_TRY } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import { inBatchesOf } from '#server/db/in-batches.ts'
import { announce } from '#server/db/tuning/transactions.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { WITH_ITS_RUN } from '#server/mail/outbox.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { letGo } from '#server/webhooks/outbox.ts'
import { RUN_WAITS } from './create-run.ts'
import { mailsOf, readRun } from './read-runs.ts'
import { canBeUndone, isBatchKind, type RunKinds } from './run-kind.ts'
import { MARKED_AT_ONCE } from './run-steps.ts'

/** Input that an undone run keeps. */
export interface UndoneBy {
  undoneBy: Actor
  /** Number of stopped mails: those of rows taken back are deleted with their news. */
  cancelled: number
}

/** Why mails of a run were cancelled. */
const UNDONE = 'The change was undone'
const WAS_UNDONE = 'This run was undone.'
const NONE_FOR_REMEDY = 'No row that failed in this run has this remedy.'
const NOTHING_CHANGED = 'This run changed nothing, so there is nothing to undo.'

async function lockRun(tx: Tx, id: number) {
  const run = await tx.selectFrom('runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!run) throw notFound('Run')
  return run
}

const audited = (tx: Tx, actor: Actor, verb: string, id: number, after: object = {}) =>
  recordAudit(tx, actor, { action: `run.${verb}`, entity: 'runs', entityId: id, after }, Object.keys(after))

type Locked = Awaited<ReturnType<typeof lockRun>>

/**
 * False while the run waits or works. Throws 409 while it is being undone: nothing else can be done with it
 * then.
 */
function isOver({ state, finishedAt }: Locked): boolean {
  if (state === 'undone' && finishedAt === null) throw new AppError(409, 'This run is being undone.')
  return state !== 'waiting' && state !== 'running'
}

/** Asks a run to stop after its current row. Throws 404, 409. */
export async function stopRun(tx: Tx, _: Services, { id }: { id: number }, actor: Actor): Promise<Run> {
  const run = await lockRun(tx, id)
  if (isOver(run)) throw new AppError(409, 'This run is over.')
  if (!run.stopRequestedAt) {
    await tx.updateTable('runs').set({ stopRequestedAt: sql<string>`now()` }).where('id', '=', id).execute()
    await audited(tx, actor, 'stop', id)
  }
  return readRun(tx, id)
}

/** Holds the mails of a run that have not left yet until its last row, which is still to come. */
const holdAgain = (tx: Tx, runId: number) =>
  sql`update mail_deliveries set next_attempt_at = ${WITH_ITS_RUN}, updated_at = now()
    where state = 'queued' and attempts = 0 and next_attempt_at > now()
      and mail_id in (select id from mails where run_id = ${runId})`.execute(tx)

/** Input of a row that is done without the document that could not be made. */
export interface WithoutPdf {
  withoutPdf?: true
}

/** Makes failed rows wait again, at most `limit`: those with the remedy, with it; without one all. Returns how many. */
async function waitAgain(tx: Tx, runId: number, remedy: RunRemedy | null, limit: number): Promise<number> {
  const more: WithoutPdf = remedy === 'send-without-pdf' ? { withoutPdf: true } : {}
  const { numAffectedRows = 0n } =
    await sql`update run_items set state = 'waiting', version = null, input = input - 'seen' || ${JSON.stringify(more)}::jsonb
    where run_id = ${runId} and position = any(array(
      select position from run_items where run_id = ${runId} and state = 'failed'
        and ${remedy === null ? sql`true` : sql`remedy = ${remedy}`} order by position limit ${limit}))`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Tries the failed rows of a run again, on any version of their orders; with `remedy` only those that it can
 * help, with it. Until a row is done it keeps its
 * reason, and has failed with it again if the run is stopped before. Throws 404, 409.
 */
export async function retryRun(
  tx: Tx,
  _: Services,
  { id, remedy = null }: { id: number; remedy?: RunRemedy | null | undefined },
  actor: Actor,
): Promise<Run> {
  const run = await lockRun(tx, id)
  if (!isOver(run)) throw new AppError(409, 'This run is still going.')
  if (run.state === 'undone') throw new AppError(409, WAS_UNDONE)
  const rows = await inBatchesOf(tx, MARKED_AT_ONCE, (limit) => waitAgain(tx, id, remedy, limit))
  if (rows === 0) throw new AppError(409, remedy ? NONE_FOR_REMEDY : 'Nothing failed in this run.')
  await holdAgain(tx, id)
  await letGo(tx, id, null)
  await sql`update runs set failed = failed - ${rows}::int, state = 'waiting', finished_at = null, stop_requested_at = null, held_until = null
    where id = ${id}`.execute(tx)
  await audited(tx, actor, 'retry', id, { rows, ...(remedy && { remedy }) })
  announce(tx, RUN_WAITS)
  return readRun(tx, id)
}

/** Number of mails that an earlier undo stopped. */
const cancelledBefore = ({ input }: Locked) => (input as Partial<UndoneBy>).cancelled ?? 0 // as undoRun stores it

/** Marks rows for another undo whose reason to stay may be gone. Throws 409 if there are none. */
async function tryAgain(tx: Tx, runId: number): Promise<void> {
  const rows = await inBatchesOf(tx, MARKED_AT_ONCE, async (limit) => {
    const { numAffectedRows = 0n } = await sql`update run_items set reason = null
      where run_id = ${runId} and position = any(array(
        select position from run_items where run_id = ${runId} and state = 'done'
          and reason = any(${[...WORTH_ANOTHER_TRY]}::text[]) order by position limit ${limit}))`.execute(tx)
    return Number(numAffectedRows)
  })
  if (rows === 0) throw new AppError(409, WAS_UNDONE)
}

/**
 * Begins to undo a run while its mails are held: cancels them and takes back its changes beside the rows.
 * `workOn` takes back the rows. An undone run can be undone again for rows that failed. Returns what stays
 * beside the rows and why, null if nothing does. Throws 404, 403, 409.
 */
export async function undoRun(
  tx: Tx,
  { kinds, ...services }: Services & { kinds: RunKinds },
  { id, isAdmin }: { id: number; isAdmin: boolean },
  actor: Actor,
): Promise<string | null> {
  const run = await lockRun(tx, id)
  if (run.createdBy !== actor.userId && !isAdmin)
    throw forbidden('Only the person who started this run, or an administrator, can undo it')
  if (!isOver(run)) throw new AppError(409, 'This run is still going. Stop it first.')
  const isAgain = run.state === 'undone'
  const kind = kinds[run.kind]
  if (isAgain) await tryAgain(tx, id)
  else if (!canBeUndone(kind, run, run.done)) throw new AppError(409, NOTHING_CHANGED)
  const { rows } = await sql<{
    late: boolean
  }>`select clock_timestamp() >= ${run.heldUntil}::timestamptz as late`.execute(tx)
  if (rows[0]?.late !== false) throw new AppError(409, 'This run can no longer be undone.')
  await sql`update mail_deliveries set state = 'cancelled', reason = ${UNDONE}, next_attempt_at = null, updated_at = now()
    where state = 'queued' and mail_id in (select id from mails where run_id = ${id})`.execute(tx)
  const { cancelled } = await mailsOf(tx, id)
  const stays = (isAgain || isBatchKind(kind) ? null : await kind?.undoWhole?.(tx, services, run, actor)) ?? null
  const undone: UndoneBy = { undoneBy: actor, cancelled: Math.max(cancelled, cancelledBefore(run)) }
  await sql`update runs set state = 'undone', finished_at = null, heartbeat_at = now(),
    input = input || ${JSON.stringify(undone)}::jsonb where id = ${id}`.execute(tx)
  await audited(tx, actor, 'undo', id)
  return stays
}
