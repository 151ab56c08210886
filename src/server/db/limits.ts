const SECOND = 1_000

/** How long the database may keep a caller waiting, in milliseconds; explained in the table 'Limits' of docs/operations.md. */
export const DB_LIMITS = {
  /** Waiting for a free connection of the pool. */
  poolWaitMs: 3 * SECOND,
  statementMs: 5 * SECOND,
  lockMs: 2 * SECOND,
  /** An idle transaction is ended by the database. */
  transactionIdleMs: 30 * SECOND,
  /** No answer at all, not even a refusal: more than `statementMs`. */
  databaseSilenceMs: 8 * SECOND,
} as const
