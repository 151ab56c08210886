const SECOND = 1_000

/** How long the database may keep a caller waiting, in milliseconds. The table 'Limits' of docs/operations.md lists each. */
export const DB_LIMITS = {
  /** A free connection of the pool is waited for. */
  poolWaitMs: 3 * SECOND,
  statementMs: 5 * SECOND,
  lockMs: 2 * SECOND,
  /** A transaction that asks nothing is ended by the database. */
  transactionIdleMs: 30 * SECOND,
  /** A statement that is not even refused: more than `statementMs`. */
  databaseSilenceMs: 8 * SECOND,
} as const
