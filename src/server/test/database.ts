import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export const TEMPLATE = 'quayside_template'

/** A test's database, by the address of its owner: the product does not log in as a superuser. */
export interface TestDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const [admin, url] = [inject('adminUrl'), new URL(inject('ownerUrl'))]
  const name = `test_${randomBytes(6).toString('hex')}`
  await withAdmin(admin, (client) => client.query(`create database ${name} owner ${url.username} ${options}`))
  url.pathname = name
  // Cuts off open connections: a failed test must not keep the others waiting.
  const drop = () => withAdmin(admin, (client) => client.query(`drop database if exists ${name} with (force)`))
  return { name, url: url.href, drop }
}

/** A migrated, empty database for one test file, until drop(). Takes about 30 ms. */
export const createTestDatabase = (template = TEMPLATE) => createDatabase(`template ${template} strategy file_copy`)

/** A database without any tables, until drop(). */
export const createEmptyDatabase = () => createDatabase('')

/** Runs a few statements on a separate connection. */
export async function withAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
