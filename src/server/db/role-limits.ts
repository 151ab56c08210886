import type pg from 'pg'
import { SESSION_SETTINGS } from './client.ts'

const STORED = `
  select coalesce((
    select setconfig from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())
      and setrole = (select oid from pg_roles where rolname = $1)
  ), '{}') as settings`

/**
 * Gives a role our limits in this database, once: a pooler passes no settings on, but every connection that it opens
 * for the role begins with them, at a new primary too. A role may do this for itself.
 */
export async function giveLimits(client: pg.ClientBase, role: string): Promise<void> {
  const stored: string[] = (await client.query(STORED, [role])).rows[0].settings
  const missing = Object.entries(SESSION_SETTINGS).filter(
    ([name, value]) => !stored.some((each) => each === setting(name, value)),
  )
  for (const [name, value] of missing) {
    const { rows } = await client.query(
      "select format('alter role %I in database %I set %I to %L', $1::text, current_database(), $2::text, $3::text) as text",
      [role, name, value],
    )
    await client.query(rows[0].text)
  }
}

/** PostgreSQL keeps the name of a setting in its own spelling. */
const setting = (name: string, value: string) => `${name === 'timezone' ? 'TimeZone' : name}=${value}`
