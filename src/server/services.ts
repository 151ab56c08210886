import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Db } from '#server/db/client.ts'
import type { Scanner } from '#server/files/clamd.ts'
import type { FileStore } from '#server/files/files.ts'
import type { Config } from './config/config.ts'
import type { LiveMetrics } from './live/readers.ts'

/** Counts requests and streams for metrics. */
interface RequestMetrics extends LiveMetrics {
  observe(request: FastifyRequest, reply: FastifyReply): void
  countRead(from: 'primary' | 'replica'): void
}

/** Everything that requests and jobs share. */
export interface Services {
  config: Config
  db: Db
  pool: pg.Pool
  /** Pool of the job queue, which cannot listen through a pooler. The same as `pool` without a pooler. */
  queuePool: pg.Pool
  /** Read replicas, if any. */
  readPool: pg.Pool | null
  files: FileStore
  /** Scans uploaded files; null: nothing is scanned. */
  scanner: Scanner | null
  log: FastifyBaseLogger
  /** Null if metrics are switched off. */
  metrics: RequestMetrics | null
  /**
   * Base address of the customers' site for links in mails: configured or this server's, never from a
   * request.
   */
  siteUrl: () => string
  /** Base address of the back-office. */
  appUrl: () => string
}
