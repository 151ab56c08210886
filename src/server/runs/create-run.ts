import type { RunKindName } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import { announce } from '#server/db/tuning/transactions.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'

/** Event for this instance when a run waits. Others find it within seconds. */
export const RUN_WAITS = 'run waits'

/** Rows in one statement. */
const BATCH = 1000

/** One order or offer of a new run. An impossible one is skipped from the start, with the reason. */
export interface NewItem {
  /** Null for an order that was deleted for good since it was seen, and in runs over offers. */
  orderId: number | null
  /** Null for a draft that was deleted since it was seen, and in runs over orders. */
  offerId?: number | null
  version?: string | null
  input?: object
  skipped?: string
}

/** Origin of a run; the trail records its rows as changes from there. */
export type StartedFrom = Pick<Actor, 'impersonatorId' | 'apiKeyId' | 'ip' | 'requestId'>

interface NewRun {
  kind: RunKindName
  /** The request in words. */
  title: string
  input: object
  items: readonly NewItem[]
}

/** Adds a run in the transaction that causes it; a worker begins once it is committed. Returns its id. */
export async function createRun(tx: Tx, { kind, title, input, items }: NewRun, actor: Actor): Promise<number> {
  // The session is left out: changes by the run are news to whoever started it, too.
  const { userId, sessionId: _, ...startedFrom } = actor
  const skipped = items.filter((item) => item.skipped !== undefined).length
  const total = items.length - skipped
  const { id } = await tx
    .insertInto('runs')
    .values({ kind, title, input: JSON.stringify({ ...input, startedFrom }), total, skipped, createdBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = items.map((item, index) => ({
    runId: id,
    position: index + 1,
    orderId: item.orderId,
    offerId: item.offerId ?? null,
    version: item.version ?? null,
    input: JSON.stringify(item.input ?? {}),
    state: item.skipped === undefined ? ('waiting' as const) : ('skipped' as const),
    reason: item.skipped ?? null,
  }))
  for (let from = 0; from < rows.length; from += BATCH)
    await tx
      .insertInto('runItems')
      .values(rows.slice(from, from + BATCH))
      .execute()
  const offers = items.flatMap(({ offerId }) => offerId ?? [])
  const after = {
    kind,
    title,
    ...(offers.length > 0 ? { offers } : { orders: items.flatMap(({ orderId }) => orderId ?? []) }),
  }
  await recordAudit(tx, actor, { action: 'run.start', entity: 'runs', entityId: id, after }, Object.keys(after))
  announce(tx, RUN_WAITS)
  return id
}
