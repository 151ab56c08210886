import type { ChildProcess } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts'
import { processesIn } from './process-identity.ts'

/** These databases need not survive a crash of the machine, and are faster this way. */
export const settings = { fsync: 'off' }

/** The process may have ended since it was found. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The data folder for the tests of a file, and everything they start in it, which ends after each test. */
export interface Place {
  folder: string
  /** Folder of the cluster inside it. */
  cluster: string
  /** Empties the folder, for a test that needs an empty one. */
  renew(): Promise<void>
  start(onSpawn?: () => void): Promise<Embedded>
  /** Processes killed after the test. */
  children: ChildProcess[]
  /** Folders removed after the last test. */
  folders: string[]
}

/**
 * One folder serves all tests of a file except those that need an empty one. mkdtemp closes it to everyone
 * else, so that root's tests run as they would under /root.
 */
export function embeddedPlace(): Place {
  const running: Embedded[] = []
  const place: Place = {
    folder: '',
    cluster: '',
    children: [],
    folders: [],
    async renew() {
      place.folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-embedded-'))
      place.cluster = join(place.folder, 'postgres', 'cluster')
      place.folders.push(place.folder)
    },
    async start(onSpawn) {
      const database = await startEmbedded(place.folder, { settings, ...(onSpawn && { onSpawn }) })
      running.push(database)
      return database
    },
  }
  beforeAll(() => place.renew())
  afterEach(async () => {
    for (const database of running.splice(0)) await database.stop()
    for (const child of place.children.splice(0)) child.kill('SIGKILL')
    for (const pid of await processesIn(place.cluster)) killIfAlive(pid)
  })
  afterAll(async () => {
    for (const made of place.folders) await rm(made, { recursive: true, force: true, maxRetries: 10 })
  })
  return place
}

/** The values that the last statement returns. */
export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const results = [await client.query({ text: sql, rowMode: 'array' })].flat()
    return results.at(-1)?.rows.flat() ?? []
  } finally {
    await client.end()
  }
}
