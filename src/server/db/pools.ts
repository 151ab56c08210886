import type pg from 'pg'
import { createPool } from './client.ts'

export interface Addresses {
  url: string
  /** Past a pooler; absent or the same where there is none. */
  directUrl?: string | undefined
  /** Of replicas. */
  readUrl?: string | undefined
}

/** The pools of an instance by what they are for; end() closes them all. */
export interface Pools {
  pool: pg.Pool
  queuePool: pg.Pool
  readPool: pg.Pool | null
  end(): Promise<void>
}

/** One to listen on, one for each job that runs at once, one to spare. */
const QUEUE_CONNECTIONS = 6

/** The queue listens, which takes a session: past a pooler it gets connections of its own. */
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
