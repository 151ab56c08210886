import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export const TEMPLATE = 'quayside_template'

/** A migrated, empty database for one test file, until drop(). Takes about 30 ms. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withAdmin(admin, (client) => client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`))
  const url = new URL(admin)
  url.pathname = name
  // Cuts off open connections: a failed test must not keep the others waiting.
  const drop = () => withAdmin(admin, (client) => client.query(`drop database if exists ${name} with (force)`))
  return { url: url.href, drop }
}

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
