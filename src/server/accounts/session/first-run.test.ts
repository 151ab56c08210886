import { md5 } from 'js-md5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALREADY_SET_UP, WRONG_CODE } from '#contract/accounts/login.ts'
import { Role } from '#contract/accounts/session.ts'
import { isFirstRun, issueCode } from '#server/accounts/first-run.ts'
import { newCode } from '#server/accounts/typed-codes.ts'
import { readCommand } from '#server/ops/staff/commands.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

const servers: TestServer[] = []
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close()
})

/** A server on a database without any user; behind a proxy, so that a test can call from any address. */
async function startEmpty(databaseUrl?: string): Promise<TestServer> {
  const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' }, databaseUrl)
  servers.push(server)
  await server.db.deleteFrom('sessions').execute()
  await server.db.deleteFrom('users').execute()
  return server
}
async function codeOf({ db }: TestServer): Promise<string> {
  const code = await issueCode(db)
  if (!code) throw new Error('This installation is set up')
  return code
}
const account = { username: 'Ada Quay', email: 'ada@quay.example', password: md5('ships in the night') }
const create = (server: TestServer, body: object, from = '10.0.0.1') =>
  server.call('POST', 'first-run', { token: null, body, headers: { 'x-forwarded-for': from } })
const users = async ({ db }: TestServer) =>
  (await db.selectFrom('users').select(['id', 'email', 'role']).execute()).length
const codesLeft = async ({ db }: TestServer) => (await db.selectFrom('firstRunCodes').select('id').execute()).length

describe('an empty installation', () => {
  let server: TestServer
  let code: string
  beforeAll(async () => {
    server = await startEmpty()
    code = await codeOf(server)
  })

  test('logs a code of 140 random bits in readable groups, and keeps only its hash', async () => {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(new Set(Array.from({ length: 100 }, () => newCode(7))).size).toBe(100)
    const { rows } = await server.pool.query('select c::text as row from first_run_codes c')
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(code)
  })

  test.each([
    ['code', { code: '' }, 'This field cannot be empty'],
    ['code', { code: '0'.repeat(101) }, 'Code must be no more than 100 characters'],
    ['username', { username: ' ' }, 'This field cannot be empty'],
    ['username', { username: 'x'.repeat(51) }, 'Name must be no more than 50 characters'],
    ['email', { email: 'no address' }, 'Please, enter valid email address'],
    ['email', { email: `${'x'.repeat(89)}@quay.example` }, 'Email must be no more than 100 characters'],
    ['password', { password: 'typed' }, 'The password must be sent as its MD5'],
    ['password', { password: md5('password1') }, 'This password is one of the most common. Please choose another one.'],
    [
      'password',
      { password: md5('Ada Quay') },
      'This is the email, name or company of the account. Please choose another password.',
    ],
  ])('%s is refused at its field: %j', async (field, input, message) => {
    const { status, body } = await create(server, { ...account, code, ...input })
    expect({ status, data: body.data }).toEqual({ status: 400, data: { [field]: message } })
    expect(await users(server)).toBe(0)
  })

  test('all four fields are required', async () => {
    const { status, body } = await create(server, {})
    expect({ status, fields: Object.keys(body.data) }).toEqual({
      status: 400,
      fields: ['code', 'username', 'email', 'password'],
    })
  })

  test('a wrong code is refused beside a weak password, recorded without it, and creates nothing', async () => {
    const wrong = [newCode(7), code.slice(0, -1), `${code}0`, '-']
    for (const typed of wrong) {
      const { status, body } = await create(server, { ...account, code: typed }, '10.0.0.2')
      expect({ status, data: body.data }).toEqual({ status: 400, data: { code: WRONG_CODE } })
    }
    const both = await create(server, { ...account, code: 'x', password: md5('password1') }, '10.0.0.2')
    expect(Object.keys(both.body.data)).toEqual(['code', 'password'])
    const { rows } = await server.pool.query(`select * from audit_entries where action = 'staff.first-refused'`)
    expect(rows).toHaveLength(5)
    expect(rows[0]).toMatchObject({ user_id: null, ip: '10.0.0.2', after: null })
    for (const typed of wrong.slice(0, 3)) expect(JSON.stringify(rows)).not.toContain(typed)
    expect(await users(server)).toBe(0)
  })

  test('after twenty wrong codes an address is refused even with the right one; others are not', async () => {
    for (let n = 0; n < 20; n++) expect((await create(server, { ...account, code: 'x' }, '10.0.0.3')).status).toBe(400)
    const { status, headers } = await create(server, { ...account, code }, '10.0.0.3')
    expect({ status, waits: Number(headers.get('retry-after')) > 0 }).toEqual({ status: 429, waits: true })
    expect((await create(server, { ...account, code: 'x' }, '10.0.0.4')).status).toBe(400)
  })

  test('the codes of the last 20 starts work, earlier ones do not', async () => {
    const later = []
    for (let n = 0; n < 20; n++) later.push(await codeOf(server))
    expect(await codesLeft(server)).toBe(20)
    expect((await create(server, { ...account, code })).body.data).toEqual({ code: WRONG_CODE })
    // A weak password is refused only once the code has proved right.
    const [oldest] = later
    const { body } = await create(server, { ...account, code: oldest, password: md5('password1') })
    expect(Object.keys(body.data)).toEqual(['password'])
    code = oldest ?? ''
  })

  test('an address that a client has is refused at its field, nothing is written, and the code still works', async () => {
    await createUser(server.db, { email: 'ADA@quay.example' })
    const { status, body } = await create(server, { ...account, code })
    expect({ status, data: body.data }).toEqual({ status: 409, data: { email: 'User with this email already exists' } })
    expect(await users(server)).toBe(1)
    expect(await codesLeft(server)).toBe(20)
    await server.db.deleteFrom('users').execute()
  })

  test('the right code, typed as people type it, creates an administrator who is logged in', async () => {
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    const { status, body } = await create(server, { ...account, email: ' Ada@Quay.example ', code: typed })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ username: 'Ada Quay', email: 'Ada@Quay.example', role: [Role.ADMIN] })
    const token = body.data.user_token
    expect((await server.call('GET', 'user/check_token', { token })).body.data.id).toBe(body.data.id)
    expect((await server.call('GET', 'admin/audit', { token })).status).toBe(200)
    const again = { login: 'ada@quay.example', password: account.password }
    expect((await server.call('POST', 'login', { token: null, body: again })).status).toBe(200)
    const { rows } = await server.pool.query(
      `select action, user_id, after from audit_entries where entity = 'users' and entity_id = $1 order by id`,
      [body.data.id],
    )
    expect(rows.slice(0, 2)).toEqual([
      { action: 'staff.first', user_id: body.data.id, after: { email: 'Ada@Quay.example', role: [Role.ADMIN] } },
      { action: 'session.login', user_id: body.data.id, after: null },
    ])
  })

  test('afterwards everything is answered 404, and no code is left', async () => {
    for (const body of [{ ...account, code }, { ...account, email: 'eve@quay.example', code }, {}, { code: 'x' }]) {
      const { status, body: answer } = await create(server, body, '10.0.0.5')
      expect({ status, answer }).toEqual({ status: 404, answer: { code: 404, message: ALREADY_SET_UP, data: null } })
    }
    expect(await codesLeft(server)).toBe(0)
    expect(await issueCode(server.db)).toBeNull()
    expect(await users(server)).toBe(1)
  })
})

test('of two who submit at once, at two instances, one wins: there is no second administrator', async () => {
  const one = await startEmpty()
  const other = await startEmpty(one.databaseUrl)
  const [code, same] = [await codeOf(one), await codeOf(other)]
  // Both calls are held until they have come to the codes.
  const held = await one.pool.connect()
  await held.query('begin; lock table first_run_codes in share row exclusive mode')
  /**
   * Waits for a lock end after two seconds, which on a busy machine is before the other call has come as far.
   */
  const submit = async (server: TestServer, body: object) => {
    let answer = await create(server, body)
    while (answer.status === 503) answer = await create(server, body)
    return answer
  }
  const submitted = Promise.all([
    submit(one, { ...account, code: same }),
    submit(other, { ...account, email: 'eve@quay.example', code }),
  ])
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await one.pool.query(waiting)).rowCount).toBe(2)
  await held.query('commit')
  held.release()
  const both = await submitted
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(both.find(({ status }) => status === 404)?.body.message).toBe(ALREADY_SET_UP)
  expect(await users(one)).toBe(1)
  const trail = await one.db.selectFrom('auditEntries').select('action').where('action', 'like', 'staff.%').execute()
  expect(trail).toEqual([{ action: 'staff.first' }])
  expect((await one.db.selectFrom('sessions').select('id').execute()).length).toBe(1)
})

test('staff made by the command end it for good, also if the account is deleted later', async () => {
  const server = await startEmpty()
  const code = await codeOf(server)
  const add = readCommand(['add', 'boss@quay.example', 'The Boss', '--role', 'admin'])
  if (typeof add === 'string') throw new Error(add)
  await createUser(server.db)
  expect(await isFirstRun(server.db)).toBe(true)
  const { db, url, config } = server
  await add({ db, config, appUrl: url, siteUrl: url, timeZone: 'UTC' })
  expect(await codesLeft(server)).toBe(0)
  expect((await create(server, { ...account, code })).status).toBe(404)
  await server.pool.query(`update users set deleted_at = now()`)
  const restarted = await startTestServer({}, server.databaseUrl)
  servers.push(restarted)
  await restarted.db.deleteFrom('users').where('id', '=', restarted.staff.id).execute()
  expect(await issueCode(restarted.db)).toBeNull()
  expect((await create(restarted, { ...account, code })).status).toBe(404)
})
