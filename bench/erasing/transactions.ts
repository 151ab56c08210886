import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const LOOK_MS = 20

/**
 * Watches the server's transactions until the returned function is called, which returns the milliseconds of
 * the longest one.
 */
export async function watchTransactions(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' })
  await client.connect()
  let over = false
  let longest = 0
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select extract(epoch from clock_timestamp() - min(xact_start))::float8 * 1000 as ms from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      longest = Math.max(longest, rows[0]?.ms ?? 0)
      await wait(LOOK_MS)
    }
  })()
  return async () => {
    over = true
    await watching
    await client.end()
    return longest
  }
}
