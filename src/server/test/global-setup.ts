import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { TEMPLATE, withAdmin } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address: creates and drops databases. */
    adminUrl: string
    /** The address of the role that owns the databases of the tests. */
    ownerUrl: string
    /** The folder of the files that belong to the demo data. */
    demoFiles: string
  }
}

/**
 * Settings of the tests' PostgreSQL. The data does not outlive the tests, so nothing is forced to disk or
 * kept for a replica. Autovacuum would get in the way of copying. Passwords are hashed once, not 4096 times:
 * tests connect thousands of times.
 */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  scram_iterations: '1',
}

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-test-'))
  const database = await startEmbedded(folder, { settings })
  const template = new URL(database.url)
  template.pathname = TEMPLATE
  const owner = template.username
  await withAdmin(database.adminUrl, (client) => client.query(`create database ${TEMPLATE} owner ${owner}`))
  await migrate(template.href)
  return { folder, database }
}

/** Each project loads this file for itself; the cast says what the projects share. */
const run = globalThis as typeof globalThis & { testDatabase?: ReturnType<typeof start>; projectsLeft?: number }

/**
 * Starts one PostgreSQL for all test files of all projects, with a migrated database for each of them to
 * copy.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  run.projectsLeft = (run.projectsLeft ?? 0) + 1
  run.testDatabase ??= start()
  const { folder, database } = await run.testDatabase
  provide('adminUrl', database.adminUrl)
  provide('ownerUrl', database.url)
  provide('demoFiles', join(folder, 'demo'))
  return async () => {
    run.projectsLeft = (run.projectsLeft ?? 0) - 1
    if (run.projectsLeft > 0) return
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
