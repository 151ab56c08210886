import type { RunKindName } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/types.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import type { Services } from '#server/services.ts'

/** Records that a run reads and changes. */
export type RunNoun = 'orders' | 'clients' | 'reference' | 'offers'

/** The subject of runs of a kind, of all or of those whose input contains this. */
export interface RunAbout {
  nouns: readonly RunNoun[]
  input?: Readonly<Record<string, string | object>>
}

/**
 * The rights to start runs of a kind, and do anything with them: keys need the scopes of all their records.
 */
export interface RunNeeds {
  access: 'staff' | 'admin'
  about: readonly RunAbout[]
}

/** A run that is under way or over. */
export interface StoredRun {
  id: number
  kind: RunKindName
  /** The request of the whole run, with `startedFrom`. */
  input: unknown
  createdBy: number | null
}

/** One row of a run. */
export interface StoredItem {
  runId: number
  position: number
  /** The order that it changes, or the offer. */
  recordId: number
  /** The version that the run may change; null for any. */
  version: string | null
  /** The request for this row, and its result. */
  input: unknown
  result: unknown
}

/** The outcome of a row. A failed one throws. */
export type Outcome = { state: 'done'; result: object } | { state: 'skipped'; reason: string }

/** Files that were made for a row before its transaction. */
export interface Prepared {
  /** The ids of their documents. */
  documents: readonly number[]
  /** The version of the record that they print; null for files that any version may use. */
  version: string | null
}

/** The work of a kind of run on each of its records, and its undo: each in a transaction of its own. */
export interface RunKind {
  needs: RunNeeds
  /**
   * Makes files before the row's transaction begins, since they take a while. Throws an AppError with the
   * reason of a row that fails.
   */
  prepare?(services: Services, row: { run: StoredRun; item: StoredItem }, actor: Actor): Promise<Prepared>
  /** Does a row. Throws an AppError whose message is the reason of a row that fails. */
  apply(
    tx: Tx,
    services: Services & { runId: number },
    row: { run: StoredRun; item: StoredItem; prepared: Prepared },
    actor: Actor,
  ): Promise<Outcome>
  /** Undoes a row. Returns why it stays as it is, null if it was undone. */
  undo(tx: Tx, services: Services, row: { run: StoredRun; item: StoredItem }, actor: Actor): Promise<string | null>
  /** Whether the run changed something beside its rows: then it can be undone although no row was done. */
  changesBeside?(run: StoredRun): boolean
  /** Undoes the changes beside the rows. Returns what stays and why, null if nothing does. */
  undoWhole?(tx: Tx, services: Services, run: StoredRun, actor: Actor): Promise<string | null>
  /** Why a mail of the run is no longer worth sending; null if it is. Asked when the mail is due. */
  outdated?(services: MailSettings & Pick<Services, 'db'>, mailId: number): Promise<string | null>
}

/** One row of a run whose rows are done many at a time. */
export type BatchItem = Omit<StoredItem, 'recordId'> & { orderId: number | null }

/** The outcome of one of many rows. */
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
 * A kind of run whose rows are done many at a time, each batch in one transaction. If one throws, its rows
 * are done one by one, so that only the bad ones fail.
 */
export interface BatchKind {
  needs: RunNeeds
  /** Rows in one transaction. */
  rows: number
  /** Seconds after its last row in which the run can be undone. */
  undoSeconds: number
  /** Tables that a large run fills: their statistics are taken once it is over. */
  fills: readonly (keyof DB)[]
  applyBatch(tx: Tx, services: Services, batch: Batch, actor: Actor): Promise<BatchOutcome[]>
  undoBatch(tx: Tx, services: Services, batch: Batch, actor: Actor): Promise<BatchUndone[]>
}
export interface Batch {
  run: StoredRun
  items: readonly BatchItem[]
}

/** All kinds of runs, by name. */
export type RunKinds = Partial<Record<RunKindName, RunKind | BatchKind>>

/** Whether the rows of a kind are done many at a time. */
export const isBatchKind = (kind: RunKind | BatchKind | undefined): kind is BatchKind =>
  kind !== undefined && 'applyBatch' in kind

/** Whether a run with so many done rows can be undone. */
export const canBeUndone = (kind: RunKind | BatchKind | undefined, run: StoredRun, done: number): boolean =>
  done > 0 || (!isBatchKind(kind) && kind?.changesBeside?.(run) === true)
