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
  }
}

/** The data does not outlive the tests, so nothing is forced to disk. Autovacuum would get in the way of copying. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

/** One PostgreSQL for all test files, with a migrated database for each of them to copy. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-test-'))
  const database = await startEmbedded(folder, { settings })
  const template = new URL(database.url)
  template.pathname = TEMPLATE
  const owner = template.username
  await withAdmin(database.adminUrl, (client) => client.query(`create database ${TEMPLATE} owner ${owner}`))
  await migrate(template.href)
  provide('adminUrl', database.adminUrl)
  provide('ownerUrl', database.url)
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
