import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts'

interface Options {
  /** Keeps the database for the next run; otherwise it is temporary. */
  folder?: string | undefined
  settings?: Record<string, string>
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs the work on a database of its own. Afterwards the database has ended and a temporary folder is
 * deleted, even after Ctrl+C and SIGTERM, which end the process.
 */
export async function withDatabase(
  { folder: kept, settings = {} }: Options,
  work: (database: Embedded, folder: string) => Promise<void>,
): Promise<void> {
  const asked = new AbortController()
  const interrupted = new Promise<void>((done) => asked.signal.addEventListener('abort', () => done()))
  for (const name of SIGNALS) process.on(name, () => asked.abort())
  const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'quayside-bench-'))
  mkdirSync(folder, { recursive: true })
  let database: Embedded | undefined
  try {
    database = await startEmbedded(folder, { settings, signal: asked.signal })
    await Promise.race([work(database, folder), interrupted])
  } finally {
    await database?.stop()
    if (!kept) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    // Interrupted work may still be running; the servers that it started end with this process.
    if (asked.signal.aborted) process.exit(130)
  }
}
