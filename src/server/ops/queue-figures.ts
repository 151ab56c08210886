import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { CountedGauge } from './metrics.ts'

type Counted = { value: string; n: number }
const record = (rows: Counted[]) => Object.fromEntries(rows.map(({ value, n }) => [value, n]))

/**
 * Gauges for the job queue and the outbox. Sent mails are not counted: that count would take longer and
 * longer.
 */
export const queueFigures = (db: Db): CountedGauge[] => [
  {
    name: 'quayside_jobs',
    help: 'Jobs in the queue by task',
    label: 'task',
    read: async () => {
      const jobs = sql<Counted>`select task_identifier as value, count(*)::int as n from graphile_worker.jobs group by 1`
      return record((await jobs.execute(db)).rows)
    },
  },
  {
    name: 'quayside_mail_deliveries',
    help: 'Mail deliveries that were not sent, by state',
    label: 'state',
    read: async () => {
      const states = sql<Counted>`
        select s.value, (select count(*)::int from mail_deliveries d where d.state = s.value) as n
        from (values ('queued'), ('sending'), ('failed'), ('unsent')) as s (value)`
      return record((await states.execute(db)).rows)
    },
  },
]
