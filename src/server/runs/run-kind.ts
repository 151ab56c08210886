import type { RunKindName } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/types.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'

/** What a run reads and changes. */
export type RunNoun = 'orders' | 'clients' | 'reference'

/** What runs of a kind are about, all of them or those whose input contains this. */
export interface RunAbout {
  nouns: readonly RunNoun[]
  input?: Readonly<Record<string, string | object>>
}

/** Who may start runs of a kind, and do anything with them: keys need the scopes of all that they are about. */
export interface RunNeeds {
  access: 'staff' | 'admin'
  about: readonly RunAbout[]
}

/** A run that is under way or over. */
export interface StoredRun {
  id: number
  kind: RunKindName
  /** What the whole run was asked for, with `startedFrom`. */
  input: unknown
  createdBy: number | null
}

/** One row of a run. */
export interface StoredItem {
  runId: number
  position: number
  orderId: number
  /** The version that it may change; null for any. */
  version: string | null
  /** What was asked for this row, and what it did. */
  input: unknown
  result: unknown
}

/** What became of a row. A failed one throws. */
export type Outcome = { state: 'done'; result: object } | { state: 'skipped'; reason: string }

/** What a kind of run does to each of its orders, and how that is taken back: each in a transaction of its own. */
export interface RunKind {
  needs: RunNeeds
  /**
   * Makes files before the row's transaction begins, since they take a while: the ids of their documents. A row that is tried again
   * uses what is there. Throws an AppError with the reason of a row that fails.
   */
  prepare?(services: Services, row: { run: StoredRun; item: StoredItem }, actor: Actor): Promise<readonly number[]>
  /** Throws an AppError whose message is the reason of a row that fails. */
  apply(
    tx: Tx,
    services: Services & { runId: number },
    row: { run: StoredRun; item: StoredItem; documents: readonly number[] },
    actor: Actor,
  ): Promise<Outcome>
  /** Takes a row back that was done. Returns why it stays as it is, null if it was taken back. */
  undo(tx: Tx, services: Services, row: { run: StoredRun; item: StoredItem }, actor: Actor): Promise<string | null>
  /** True if the run changed something beside its rows: there is something to undo then although no row was done. */
  changesBeside?(run: StoredRun): boolean
  /** Takes that back. Returns what stays and why, null if nothing does. */
  undoWhole?(tx: Tx, services: Services, run: StoredRun, actor: Actor): Promise<string | null>
  /** Why a mail of the run is no longer worth sending; null if it is. Asked when the mail is due. */
  outdated?(services: Pick<Services, 'db' | 'config'>, mailId: number): Promise<string | null>
}

/** One row of a run whose rows are done many at a time. */
export type BatchItem = Omit<StoredItem, 'orderId'> & { orderId: number | null }

/** What became of one of many rows. */
export type BatchOutcome = { position: number } & (
  | { state: 'done'; orderId: number | null; result: object }
  | { state: 'failed'; reason: string }
)

/** Why one of many rows stays as it is; null if it was taken back. */
export interface BatchUndone {
  position: number
  reason: string | null
}

/**
 * A kind of run whose rows are done many at a time, each batch in one transaction. If one throws, its rows are done one by one, so that
 * only those fail that must.
 */
export interface BatchKind {
  needs: RunNeeds
  /** Rows of one transaction. */
  rows: number
  /** Seconds after its last row in which the run can be undone. */
  undoSeconds: number
  /** The tables that a large run fills: the planner's statistics of them are taken once it is over. */
  fills: readonly (keyof DB)[]
  applyBatch(tx: Tx, services: Services, batch: Batch, actor: Actor): Promise<BatchOutcome[]>
  undoBatch(tx: Tx, services: Services, batch: Batch, actor: Actor): Promise<BatchUndone[]>
}
export interface Batch {
  run: StoredRun
  items: readonly BatchItem[]
}

/** The kinds that exist, by name. */
export type RunKinds = Partial<Record<RunKindName, RunKind | BatchKind>>

/** True for a kind whose rows are done many at a time. */
export const isBatchKind = (kind: RunKind | BatchKind | undefined): kind is BatchKind =>
  kind !== undefined && 'applyBatch' in kind

/** True if there is something to undo of a run, of which so many rows were done. */
export const canBeUndone = (kind: RunKind | BatchKind | undefined, run: StoredRun, done: number): boolean =>
  done > 0 || (!isBatchKind(kind) && kind?.changesBeside?.(run) === true)
