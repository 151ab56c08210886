import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { hashToken } from '#server/http/tokens.ts'
import { createKey, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { type ServerProcess, startServerProcess } from '#tests/lib/server-process.ts'

// The log of a real server, with calls of accounts of its own database.
let server: TestServer
let logging: ServerProcess
beforeAll(async () => {
  server = await startTestServer()
  logging = await startServerProcess({
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.config.dataDir,
    DEMO: '0',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(async () => {
  await logging.stop()
  await server.close()
})

interface Line {
  msg: string
  reqId?: string
  level: number
  [fact: string]: unknown
}
const logged = () =>
  logging
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

/** Sends a call; returns its line of the log. */
async function call(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
  const reply = await fetch(`${logging.url}/api/${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body ? JSON.stringify(body) : null,
  })
  await reply.arrayBuffer()
  const id = reply.headers.get('x-request-id')
  const line = () => logged().find(({ reqId, msg }) => reqId === id && msg === 'request')
  await expect.poll(line).toBeDefined()
  const facts: Partial<Line> = { ...line() }
  for (const name of ['level', 'time', 'pid', 'hostname', 'reqId', 'msg', 'ms']) delete facts[name]
  return facts
}

const sessionOf = async (token: string) => {
  const { id } = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return id
}

test('a refused call is logged with account and session, and the address it came from', async () => {
  const user = await createUser(server.db)
  const token = await server.tokenFor(user.id)
  const session = await sessionOf(token)
  expect(await call('GET', 'admin/audit', { 'user-token': token, 'x-forwarded-for': '203.0.113.9' })).toEqual({
    method: 'GET',
    path: '/api/admin/audit',
    status: 403,
    user: user.id,
    session,
    address: '203.0.113.9',
  })
  // The log has nothing else of the person.
  expect(logging.said()).not.toContain(user.email)
  expect(logging.said()).not.toContain(user.username)
})

test('a call by a key that lacks the scope is logged with the key and its owner', async () => {
  const { id, key, createdBy } = await createKey(server.db, ['orders:read'])
  const facts = await call('GET', 'template/email', { authorization: `Bearer ${key}` })
  expect(facts).toMatchObject({ status: 403, user: createdBy, key: id, address: '127.0.0.1' })
  expect(facts).not.toHaveProperty('session')
})

test('a call of nobody is logged with its address alone, of IPv6 with its network', async () => {
  const from = { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }
  expect(await call('GET', 'admin/audit', from)).toEqual({
    method: 'GET',
    path: '/api/admin/audit',
    status: 401,
    address: '2001:db8:1:2::/64',
  })
})

test('a call that is not refused has who made it, and no address', async () => {
  const session = await sessionOf(server.token)
  expect(await call('GET', 'user/sessions', { 'user-token': server.token })).toEqual({
    method: 'GET',
    path: '/api/user/sessions',
    status: 200,
    user: server.staff.id,
    session,
  })
})

test('viewing as a client, the line names both', async () => {
  const client = await createUser(server.db)
  const token = await server.tokenFor(client.id)
  await server.db
    .updateTable('sessions')
    .set({ impersonatorId: server.staff.id })
    .where('id', '=', await sessionOf(token))
    .execute()
  expect(await call('GET', 'admin/audit', { 'user-token': token })).toMatchObject({
    status: 403,
    user: client.id,
    impersonator: server.staff.id,
  })
})

test('a call that began before its token was checked is logged as its own, and as nobody once the session has ended', async () => {
  const user = await createUser(server.db, { role: [Role.MANAGER] })
  const token = await server.tokenFor(user.id)
  const session = await sessionOf(token)
  const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const edit = () =>
    call('PUT', `request/booking/edit/${order.id}`, { 'user-token': token }, { updatedAt: 'x', yourName: 'y' })
  // The server knows the token from here on.
  expect(await edit()).toMatchObject({ user: user.id, session })
  await server.db
    .updateTable('users')
    .set({ role: [Role.CLIENT] })
    .where('id', '=', user.id)
    .execute()
  expect(await edit()).toMatchObject({ status: 403, user: user.id, session })
  await server.db
    .updateTable('users')
    .set({ role: [Role.MANAGER] })
    .where('id', '=', user.id)
    .execute()
  expect(await edit()).toMatchObject({ user: user.id, session })
  await server.db.deleteFrom('sessions').where('id', '=', session).execute()
  const ended = await edit()
  expect(ended).toMatchObject({ status: 401 })
  expect(ended).not.toHaveProperty('user')
})

test('a refused body is logged with the names of its fields, and with nothing that it said', async () => {
  const body = { login: '', password: 'not an MD5', 'secret name of somebody <x>': 'secret value' }
  const { fields, ...facts } = await call('POST', 'login', {}, body)
  expect(facts).toEqual({ method: 'POST', path: '/api/login', status: 400 })
  expect(fields).toEqual(expect.arrayContaining(['login']))
  expect(logging.said()).not.toContain('secret')
})

const warnings = () => logged().filter(({ msg }) => msg === 'many calls of one caller are refused')

test('twenty refused calls of one account, key or address in a minute are a warning, once', async () => {
  const user = await createUser(server.db)
  const token = await server.tokenFor(user.id)
  const { id: keyId, key, createdBy } = await createKey(server.db, ['orders:read'])
  const callers: [Record<string, string>, object][] = [
    [{ 'user-token': token }, { user: user.id }],
    [{ authorization: `Bearer ${key}` }, { key: keyId, user: createdBy }],
    [{ 'x-forwarded-for': '203.0.113.77' }, { address: '203.0.113.77' }],
  ]
  for (const [headers, who] of callers) {
    const mine = () => warnings().filter((line) => Object.entries(who).every(([name, value]) => line[name] === value))
    // The server's minute may end in between.
    for (let n = 0; n < 45; n++) await call('GET', 'admin/audit', headers)
    await expect.poll(() => mine().length).toBeGreaterThanOrEqual(1)
    expect(mine().length).toBeLessThanOrEqual(2)
    expect(mine()[0]).toMatchObject({ level: 40, refused: 20, seconds: 60 })
  }
})
