import { sql } from 'kysely'
import type { Tx } from './client.ts'
import { isTooSlow } from './failures.ts'

/** Batches of one size after which the next is twice as large. */
const GROWS_AFTER = 4

/** The size of the next batch: half after a batch that took too long, more again after some that did not. */
export function batchSize(most: number) {
  let [size, good] = [most, 0]
  return {
    now: () => size,
    succeeded() {
      if (++good < GROWS_AFTER) return
      ;[size, good] = [Math.min(most, size * 2), 0]
    },
    tookTooLong(rows: number) {
      ;[size, good] = [Math.max(1, Math.floor(rows / 2)), 0]
    },
  }
}

/**
 * Repeats work on at most `most` rows, which returns how many there were, until there are fewer. A batch that
 * takes too long is halved, down to one row, which fails with the database's reason. Returns the number of
 * rows in all.
 */
export async function inBatches(most: number, work: (limit: number) => Promise<number>): Promise<number> {
  const size = batchSize(most)
  for (let total = 0; ; ) {
    const limit = size.now()
    try {
      const rows = await work(limit)
      total += rows
      if (rows < limit) return total
      size.succeeded()
    } catch (error) {
      if (limit === 1 || !isTooSlow(error)) throw error
      size.tookTooLong(limit)
    }
  }
}

/** `inBatches` within a transaction, which survives a batch that took too long. */
export const inBatchesOf = (tx: Tx, most: number, work: (limit: number) => Promise<number>): Promise<number> =>
  inBatches(most, async (limit) => {
    await sql`savepoint before_batch`.execute(tx)
    try {
      const rows = await work(limit)
      await sql`release savepoint before_batch`.execute(tx)
      return rows
    } catch (error) {
      await sql`rollback to savepoint before_batch`.execute(tx)
      throw error
    }
  })
