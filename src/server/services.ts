import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/files.ts'
import type { Metrics } from '#server/ops/metrics.ts'
import type { Config } from './config.ts'

/** What a module is given; nothing else is shared between requests. */
export interface Services {
  config: Config
  db: Db
  pool: pg.Pool
  /** What the job queue listens on: past a pooler, else the same. */
  queuePool: pg.Pool
  /** Replicas of the database; null where there are none. */
  readPool: pg.Pool | null
  files: FileStore
  log: FastifyBaseLogger
  /** Null when nobody asked for them. */
  metrics: Metrics | null
  /** Base address of the customers' site for links in mails; configured or this server's, never from a request. */
  siteUrl: () => string
  /** Base address of the back-office itself. */
  appUrl: () => string
}
