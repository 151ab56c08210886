import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/files.ts'
import type { Config } from './config.ts'

/** What counts requests; null where nobody asked for metrics. */
interface RequestMetrics {
  observe(request: FastifyRequest, reply: FastifyReply): void
  countRead(from: 'primary' | 'replica'): void
}

/** What modules and jobs are given; nothing else is shared between requests. */
export interface Services {
  config: Config
  db: Db
  pool: pg.Pool
  /** For the job queue, which cannot listen through a pooler; the same pool where there is none. */
  queuePool: pg.Pool
  /** Read replicas; null where there are none. */
  readPool: pg.Pool | null
  files: FileStore
  log: FastifyBaseLogger
  metrics: RequestMetrics | null
  /** Base address of the customers' site for links in mails: configured or this server's, never from a request. */
  siteUrl: () => string
  /** Base address of the back-office itself. */
  appUrl: () => string
}
