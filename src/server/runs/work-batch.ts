import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { isTooSlow } from '#server/db/failures.ts'
import { batchSize } from '#server/db/in-batches.ts'
import type { Services } from '#server/services.ts'
import { remedyOf } from './row-failure.ts'
import type { BatchItem, BatchKind, BatchOutcome, BatchUndone, StoredRun } from './run-kind.ts'
import {
  actorOf,
  count,
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

interface Work {
  runId: number
  isUndone: boolean
}

/** The next rows of a run, locked. */
async function nextRows(tx: Tx, { runId, isUndone }: Work, limit: number): Promise<BatchItem[]> {
  const { rows } = await sql<BatchItem>`
    select i.run_id, i.position, i.order_id, i.version, i.input, i.result from run_items i
    where i.run_id = ${runId} and ${isUndone ? TO_UNDO : WAITING} order by i.position limit ${limit}
    for update of i skip locked`.execute(tx)
  return rows
}

const readRun = (tx: Tx, id: number): Promise<StoredRun & { stopRequestedAt: string | null }> =>
  tx
    .selectFrom('runs')
    .select(['id', 'kind', 'input', 'createdBy', 'stopRequestedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Marks and counts done and failed rows, in one statement each. */
async function settleDone(tx: Tx, runId: number, outcomes: readonly BatchOutcome[]): Promise<void> {
  await sql`
    update run_items i set state = r.state, order_id = r."orderId", result = r.result, reason = r.reason,
      remedy = null
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as r (position integer, state text, "orderId" integer, result jsonb, reason text)
    where i.run_id = ${runId} and i.position = r.position`.execute(tx)
  const done = outcomes.filter(({ state }) => state === 'done').length
  await count(tx, runId, sql`done = done + ${done}::int, failed = failed + ${outcomes.length - done}::int`)
}

/** Marks and counts undone rows; those that stay keep the reason. */
async function settleUndone(tx: Tx, runId: number, undone: readonly BatchUndone[]): Promise<void> {
  await sql`
    update run_items i set state = case when r.reason is null then 'undone' else i.state end, reason = r.reason
    from jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) as r (position integer, reason text)
    where i.run_id = ${runId} and i.position = r.position`.execute(tx)
  const gone = undone.filter(({ reason }) => reason === null).length
  await count(tx, runId, sql`done = done - ${gone}::int`)
}

/** A row that fails alone as well. */
class BatchFailure extends Error {
  readonly position: number
  readonly rows: number

  constructor(cause: unknown, items: readonly BatchItem[]) {
    super('a batch failed', { cause })
    this.position = items[0]?.position ?? 0
    this.rows = items.length
  }
}

async function settleFailure(services: Services, { runId, isUndone }: Work, failure: BatchFailure): Promise<void> {
  const reason = reasonOf(services, failure.cause)
  await services.db.transaction().execute(async (tx) => {
    const row = { runId, position: failure.position }
    if (isUndone) await settle(tx, row, { reason })
    else await settle(tx, row, { state: 'failed', reason, remedy: remedyOf(failure.cause, reason) })
    if (!isUndone) await count(tx, runId, sql`failed = failed + 1`)
  })
}

/** Does or undoes the next rows, at most `limit`, in the transaction that marks them. */
async function nextBatch(services: Services, kind: BatchKind, work: Work, limit: number): Promise<Step> {
  const { runId, isUndone } = work
  const ended = { runId, holdSeconds: kind.undoSeconds }
  const step = await services.db.transaction().execute(async (tx) => {
    const items = await nextRows(tx, work, limit)
    if (items.length === 0) return isUndone ? finishUndo(tx, runId) : finish(tx, services, ended)
    const run = await readRun(tx, runId)
    if (run.stopRequestedAt && !isUndone) return 'stop'
    try {
      if (isUndone) await settleUndone(tx, runId, await kind.undoBatch(tx, services, { run, items }, actorOf(run)))
      else await settleDone(tx, runId, await kind.applyBatch(tx, services, { run, items }, actorOf(run)))
    } catch (error) {
      throw new BatchFailure(error, items)
    }
    return 'next'
  })
  return step === 'stop' ? stopHere(services, ended) : step
}

/**
 * Steps of a run whose rows are done many at a time. A batch that takes too long is halved; after one that
 * failed otherwise, its rows are done one by one.
 */
export function batchSteps(services: Services, kind: BatchKind, work: Work): () => Promise<Step> {
  const size = batchSize(kind.rows)
  let alone = 0
  return async () => {
    try {
      const step = await nextBatch(services, kind, work, alone > 0 ? 1 : size.now())
      if (alone > 0) alone--
      else size.succeeded()
      return step
    } catch (error) {
      const cause = error instanceof BatchFailure ? error.cause : error
      if (isInTheWay(cause)) return 'in hand'
      if (!(error instanceof BatchFailure)) throw error
      const { rows } = error
      if (rows > 1 && isTooSlow(cause)) size.tookTooLong(rows)
      else if (rows > 1) {
        // A fault that is no row's, such as a database that is away, is thrown on.
        reasonOf(services, cause)
        alone = rows
      } else {
        await settleFailure(services, work, error)
        alone = Math.max(0, alone - 1)
      }
      return 'next'
    }
  }
}
