import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const LOOK_MS = 20

/** Watches how long transactions of the server last, until the returned function is called: the milliseconds of the longest. */
export async function watchTransactions(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' })
  await client.connect()
  let over = false
  let longest = 0
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query<{ ms: number | null; query: string }>(
        `select extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as ms, query from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and xact_start is not null
         order by xact_start limit 1`,
      )
      const [oldest] = rows
      if (oldest?.ms && oldest.ms > longest) {
        longest = oldest.ms
        if (process.env.DEBUG_BENCH) process.stderr.write(`${longest.toFixed(0)} ${oldest.query.slice(0, 300)}\n`)
      }
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
