import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { TEMPLATE, withAdmin } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
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
  await withAdmin(database.url, (client) => client.query(`create database ${TEMPLATE}`))
  await migrate(template.href)
  provide('databaseUrl', database.url)
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
