import type pg from 'pg'
import { createPool } from './client.ts'

/** Connection strings of the database. */
export interface Addresses {
  url: string
  /** The address without a pooler; absent or the same if there is none. */
  directUrl?: string | undefined
  /** The address of the replicas. */
  readUrl?: string | undefined
}

/** The pools of an instance, by purpose; `end` closes them all. */
export interface Pools {
  pool: pg.Pool
  queuePool: pg.Pool
  readPool: pg.Pool | null
  end(): Promise<void>
}

/** Connections of the queue: one to listen, one for each concurrent job, one to spare. */
const QUEUE_CONNECTIONS = 6

/** Opens the pools. The queue listens, which needs a session: with a pooler it gets direct connections. */
export function openPools({ url, directUrl = url, readUrl }: Addresses, max?: number): Pools {
  const pooler = url !== directUrl
  const pool = createPool(url, max, { pooler })
  const queuePool = pooler ? createPool(directUrl, QUEUE_CONNECTIONS) : pool
  const readPool = readUrl ? createPool(readUrl, max, { pooler }) : null
  const all = new Set([pool, queuePool, ...(readPool ? [readPool] : [])])
  const end = async () => {
    await Promise.all([...all].map((each) => each.end()))
  }
  return { pool, queuePool, readPool, end }
}
