import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { DELETED, nounOf } from '#contract/runs/runs.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { startHeartbeat } from '#server/db/heartbeat.ts'
import { AppError } from '#server/errors.ts'
import { NOBODY, recordChanges } from '#server/resource/changes.ts'
import type { Services } from '#server/services.ts'
import { ofRun } from '#server/webhooks/outbox.ts'
import { remedyOf } from './row-failure.ts'
import {
  canBeUndone,
  isBatchKind,
  type Prepared,
  type RunKind,
  type RunKinds,
  type StoredItem,
  type StoredRun,
} from './run-kind.ts'
import {
  ADD,
  actorOf,
  count,
  type Ended,
  finish,
  finishUndo,
  isInTheWay,
  reasonOf,
  type Step,
  settle,
  stopHere,
  TO_UNDO,
  WAITING,
} from './run-steps.ts'
import { takeStatistics } from './take-statistics.ts'
import { batchSteps } from './work-batch.ts'

/**
 * Milliseconds between a worker's signs of life. Silent for STALE_SECONDS, it is gone and another one
 * continues.
 */
const HEARTBEAT_MS = 5_000
const STALE_SECONDS = 30
/** Milliseconds before the next look for a row that another worker has in hand, or whose order is locked. */
const IN_HAND_MS = 250
/** Milliseconds between two reports of progress. */
const TELL_MS = 1_000

/** Condition of a free run: it waits, gave way to another one, or its worker is gone. */
const IS_FREE = sql`finished_at is null and (state = 'waiting' or heartbeat_at is null
  or heartbeat_at < now() - make_interval(secs => ${STALE_SECONDS}) or heartbeat_at > now() + interval '1 minute')`

/** Claims the free run that has waited longest. Of all instances, one gets it. Null if there is none. */
export async function claimRun(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update runs set heartbeat_at = now(), started_at = coalesce(started_at, now()),
      state = case when state = 'waiting' then 'running' else state end
    where id = (
      select id from runs where ${IS_FREE} order by coalesce(gave_way_at, created_at), id limit 1 for update skip locked
    ) returning id`.execute(db)
  return rows[0]?.id ?? null
}

type Row = Omit<StoredItem, 'recordId' | 'input'> &
  StoredRun & { recordId: number | null; itemInput: unknown; stopRequestedAt: string | null }

/** The next row of a run in this state. */
async function readRow(db: Db, runId: number, state: RawBuilder<unknown>, lock = sql``): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select r.id, r.kind, r.input, r.created_by, r.stop_requested_at,
      i.run_id, i.position, coalesce(i.order_id, i.offer_id) as record_id, i.version, i.input as item_input, i.result
    from run_items i join runs r on r.id = i.run_id
    where i.run_id = ${runId} and ${state} order by i.position limit 1 ${lock}`.execute(db)
  return rows[0]
}

/** The next row, locked. */
const nextRow = (tx: Tx, runId: number, state: RawBuilder<unknown>) =>
  readRow(tx, runId, state, sql`for update of i skip locked`)

const partsOf = ({ itemInput, runId, position, recordId, version, result, ...run }: Row & { recordId: number }) => ({
  run: run satisfies StoredRun,
  item: { runId, position, recordId, version, result, input: itemInput },
})

/** Files of a row that was not prepared. */
const NOTHING: Prepared = { documents: [], version: null }

/** Prepares a row before its transaction. Null if its kind prepares nothing. */
async function prepareNext(
  services: Services,
  kind: RunKind,
  row: Row,
): Promise<(Prepared & { position: number }) | null> {
  const { recordId, position } = row
  if (!kind.prepare || recordId === null || row.stopRequestedAt) return null
  return { position, ...(await kind.prepare(services, partsOf({ ...row, recordId }), actorOf(row))) }
}

/** Does the next row in a transaction of its own: done and marked, or neither. */
async function doNext(services: Services, kind: RunKind | null, ended: Ended): Promise<Step> {
  const { runId } = ended
  const prepares = kind?.prepare ? kind : null
  let position = 0
  try {
    const ahead = prepares && (await readRow(services.db, runId, WAITING))
    position = ahead?.position ?? 0
    const prepared = ahead ? await prepareNext(services, prepares, ahead) : null
    const step = await services.db.transaction().execute(async (tx) => {
      const row = await nextRow(tx, runId, WAITING)
      if (!row) return finish(tx, services, ended)
      // Another worker has done the prepared row.
      if (prepared && prepared.position !== row.position) return 'next'
      position = row.position
      if (row.stopRequestedAt) return 'stop'
      const { recordId } = row
      if (!kind) throw new AppError(500, `This server does not know runs of the kind ${row.kind}`)
      // The update is sent, not awaited: the rest follows on the same connection.
      const marked = ofRun(tx, runId)
      const outcome =
        recordId === null
          ? { state: 'skipped' as const, reason: DELETED[nounOf(row.kind)] }
          : await kind.apply(
              tx,
              { ...services, runId },
              { ...partsOf({ ...row, recordId }), prepared: prepared ?? NOTHING },
              actorOf(row),
            )
      const to =
        outcome.state === 'done'
          ? { state: outcome.state, reason: null, remedy: null, result: JSON.stringify(outcome.result) }
          : { ...outcome, remedy: null }
      await Promise.all([marked, settle(tx, row, to), count(tx, runId, ADD[outcome.state])])
      return 'next'
    })
    if (step !== 'stop') return step
  } catch (error) {
    if (isInTheWay(error)) return 'in hand'
    const reason = reasonOf(services, error)
    if (position === 0) throw error
    await services.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('runItems')
        .set({ state: 'failed', reason, remedy: remedyOf(error, reason) })
        .where('runId', '=', runId)
        .where('position', '=', position)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await count(tx, runId, ADD.failed)
    })
    return 'next'
  }
  return stopHere(services, ended)
}

/** Undoes the next done row. */
async function undoNext(services: Services, kind: RunKind | null, { runId }: Ended): Promise<Step> {
  let position = 0
  const stays = async (tx: Tx, reason: string) => settle(tx, { runId, position }, { reason })
  try {
    return await services.db.transaction().execute(async (tx) => {
      const row = await nextRow(tx, runId, TO_UNDO)
      if (!row) return finishUndo(tx, runId)
      position = row.position
      const { recordId } = row
      const reason =
        recordId === null
          ? DELETED[nounOf(row.kind)]
          : await kind?.undo(tx, services, partsOf({ ...row, recordId }), actorOf(row))
      if (reason) {
        await stays(tx, reason)
        return 'next'
      }
      await Promise.all([settle(tx, row, { state: 'undone' }), count(tx, runId, ADD.undone)])
      return 'next'
    })
  } catch (error) {
    if (isInTheWay(error)) return 'in hand'
    const reason = reasonOf(services, error)
    if (position === 0) throw error
    await services.db.transaction().execute((tx) => stays(tx, reason))
    return 'next'
  }
}

/** Reports the progress of the run to screens, at most every `TELL_MS`. */
function progress(db: Db, runId: number): (isOver: boolean) => Promise<void> {
  let told = Date.now()
  return async (isOver) => {
    if (!isOver && Date.now() - told < TELL_MS) return
    told = Date.now()
    await recordChanges(db, NOBODY, [{ entity: 'runs', entityId: runId, kind: 'progress' }])
  }
}

/** Whether it is another run's turn: after `turnMs` milliseconds, once one waits that nobody works on. */
function turnOf(db: Db, runId: number, turnMs: number): () => Promise<boolean> {
  let looked = Date.now()
  return async () => {
    if (Date.now() - looked < turnMs) return false
    looked = Date.now()
    const { rows } = await sql`select from runs where id <> ${runId} and ${IS_FREE} limit 1`.execute(db)
    return rows.length > 0
  }
}

/**
 * Works on a run that this instance has claimed, or undoes it, row by row, until it is over or `signal`
 * aborts; or after `turnMs` milliseconds, if another run waits then. Throws if the database is away; the run
 * is then claimed again.
 */
export async function workOn(
  services: Services,
  kinds: RunKinds,
  runId: number,
  signal: AbortSignal,
  turnMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { db, log } = services
  const { state, ...run } = await db
    .selectFrom('runs')
    .select(['id', 'state', 'kind', 'input', 'createdBy'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  const kind = kinds[run.kind]
  const isUndone = state === 'undone'
  const ended = { runId, changesBeside: canBeUndone(kind, run, 0) }
  const step = isBatchKind(kind)
    ? batchSteps(services, kind, { runId, isUndone })
    : () => (isUndone ? undoNext : doNext)(services, kind ?? null, ended)
  const stop = startHeartbeat(
    HEARTBEAT_MS,
    () => sql`update runs set heartbeat_at = now() where id = ${runId} and finished_at is null`.execute(db),
    (error) => log.warn({ err: error, runId }, 'heartbeat of a run failed'),
  )
  const tell = progress(db, runId)
  const isOthersTurn = turnOf(db, runId, turnMs)
  let givesWay = false
  try {
    while (!signal.aborted && !givesWay) {
      const done = await step()
      await tell(done === 'over')
      if (done === 'over') {
        if (isBatchKind(kind)) await takeStatistics(services, runId, kind.fills)
        return
      }
      if (done === 'in hand') await wait(IN_HAND_MS, undefined, { signal }).catch(() => {})
      givesWay = await isOthersTurn()
    }
    await stop()
    // The run is free for the next look.
    await sql`update runs set heartbeat_at = null, gave_way_at = case when ${givesWay}::boolean then clock_timestamp() else gave_way_at end where id = ${runId} and finished_at is null`.execute(
      db,
    )
  } finally {
    void stop()
  }
}
