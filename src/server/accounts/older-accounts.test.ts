import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createEmptyDatabase, type TestDatabase, withAdmin } from '#server/test/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

const OLD_ROWS = `
  insert into users (id, username, email, role, password_hash)
    values (1, 'Anna', 'Anna@example.test', array['ROLE_ADMIN'], '$argon2id$x');
  insert into sessions (id, token_hash, user_id, remember, created_at, expires_at)
    select id, decode(lpad(id::text, 64, '0'), 'hex'), 1, remember, now() - make_interval(days => age), now() + '12 hours'
    from (values (1, false, 1), (2, false, 29), (3, false, 31), (4, true, 31), (5, true, 91)) as s (id, remember, age);
  insert into audit_entries (action, entity, entity_id, after) values
    ('session.login-failed', 'users', null, '{"login": "typed by mistake"}'), ('port.update', 'ports', 1, '{"login": "kept"}')`

test('the migration ends older sessions, erases what was typed at failed logins, and compares addresses by ASCII', async () => {
  const before = (await readdir('migrations')).filter((file) => file < '0015')
  await migrate(database.url, { only: before })
  await withAdmin(database.url, (client) => client.query(OLD_ROWS))
  await migrate(database.url)
  await withAdmin(database.url, async (client) => {
    const valid = await client.query('select id from sessions where expires_at > now() order by id')
    expect(valid.rows.map(({ id }) => Number(id))).toEqual([1, 2, 4])
    const { rows } = await client.query('select after from audit_entries order by id')
    expect(rows).toEqual([{ after: null }, { after: { login: 'kept' } }])
    const add = (id: number, email: string) =>
      client.query(
        "insert into users (id, username, email, role, password_hash) values ($1, 'B', $2, '{ROLE_USER}', '$argon2id$x')",
        [id, email],
      )
    await expect(add(2, 'ANNA@EXAMPLE.TEST')).rejects.toThrow('users_email_key')
    await add(3, 'prİya@example.test')
    await add(4, 'priya@example.test')
    await client.query('set enable_seqscan = off')
    const plan = await client.query(
      `explain select 1 from users where lower(email collate "C") = 'anna@example.test' and deleted_at is null`,
    )
    expect(JSON.stringify(plan.rows)).toContain('users_email_key')
  })
})
