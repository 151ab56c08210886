import type pg from 'pg'
import { SESSION_SETTINGS } from './client.ts'

const STORED = `
  select coalesce((
    select setconfig from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())
      and setrole = (select oid from pg_roles where rolname = current_user)
  ), '{}') as settings`

/** A setting as PostgreSQL spells it. */
const setting = (name: string, value: string) => `${name === 'timezone' ? 'TimeZone' : name}=${value}`

/**
 * Stores our limits with the role of this connection, once. A pooler passes no settings on, but every
 * connection that it opens for the role starts with them, on a new primary too. A role may do this for
 * itself.
 */
export async function giveLimits(client: pg.ClientBase): Promise<void> {
  const stored: string[] = (await client.query(STORED)).rows[0].settings
  for (const [name, value] of Object.entries(SESSION_SETTINGS)) {
    if (stored.includes(setting(name, value))) continue
    const text =
      "select format('alter role current_user in database %I set %I to %L', current_database(), $1::text, $2::text)"
    await client.query((await client.query(text, [name, value])).rows[0].format)
  }
}

/** Whether the pool's role is a superuser. */
export async function isSuperuser(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query('select rolsuper from pg_roles where rolname = current_user')
  return rows[0]?.rolsuper === true
}

/** Names of our limits that do not apply to a connection of the pool. */
export async function limitsNotHeld(pool: pg.Pool): Promise<string[]> {
  const names = Object.keys(SESSION_SETTINGS)
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select lower(name) as name, setting from pg_settings where lower(name) = any($1)',
    [names],
  )
  const held = new Map(rows.map(({ name, setting }) => [name, setting]))
  return Object.entries(SESSION_SETTINGS).flatMap(([name, value]) => (held.get(name) === value ? [] : [name]))
}
