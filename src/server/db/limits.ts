const SECOND = 1_000

/**
 * The longest that the database may keep a caller waiting, in milliseconds; see the table 'Limits' in
 * docs/operations.md.
 */
export const DB_LIMITS = {
  /** Wait for a free connection of the pool. */
  poolWaitMs: 3 * SECOND,
  statementMs: 5 * SECOND,
  lockMs: 2 * SECOND,
  /** Time after which the database ends an idle transaction. */
  transactionIdleMs: 30 * SECOND,
  /** Time without any answer, not even a refusal: more than `statementMs`. */
  databaseSilenceMs: 8 * SECOND,
} as const
