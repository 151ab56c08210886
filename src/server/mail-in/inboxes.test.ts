import { beforeAll, expect, test } from 'vitest'
import { NEEDS_SECRETS_KEY, NEEDS_TLS, PASSWORD_AGAIN } from '#contract/mail-in/inboxes.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'
import { mailInOn } from './mail-in.fixture.ts'

const server = testServer({ SECRETS_KEY: '7a'.repeat(32) })
let on: Awaited<ReturnType<typeof mailInOn>>
beforeAll(async () => {
  on = await mailInOn(server)
})

const DESK = {
  ...{ name: 'Desk', address: 'desk@quayside.example', host: 'imap.example.com', port: 993, tls: true },
  ...{ username: 'desk', password: 'the secret of the desk', active: false },
}
const add = (values: object = {}) => on.call('POST', 'inbox', { ...DESK, ...values }, on.token)
const put = async (id: number, values: object) => {
  const { updatedAt } = (await on.call('GET', `inbox/${id}`, undefined, on.token)).body.data
  return on.call('PUT', `inbox/${id}`, { ...values, updatedAt }, on.token)
}

test('a mailbox answers what it is, and never its password, which is sealed', async () => {
  const { body } = await add()
  const { id } = body.data
  expect(body.data).toEqual({
    ...{ id, name: 'Desk', address: 'desk@quayside.example', host: 'imap.example.com', port: 993, tls: true },
    ...{ username: 'desk', folder: 'INBOX', active: false, moveTo: null, passwordSet: true, seenAt: null },
    ...{ failingSince: null, reason: null, updatedAt: expect.any(String) },
  })
  const { rows } = await server.pool.query('select secret from inboxes where id = $1', [id])
  expect(rows[0].secret).toMatch(/^v1\./)
  const { rows: trail } = await server.pool.query(`select * from audit_entries where entity = 'inboxes'`)
  expect(trail.length).toBeGreaterThan(0)
  expect(JSON.stringify([rows, trail])).not.toContain(DESK.password)
})

test.each([
  [{ tls: false }, 'tls', NEEDS_TLS],
  [{ tls: false, host: '10.0.0.5' }, 'tls', NEEDS_TLS],
  [{ password: '' }, 'password', 'This field cannot be empty'],
  [{ port: 0 }, 'port', 'No less than 1'],
  [{ port: 65_536 }, 'port', 'No more than 65535'],
  [{ host: 'imap.example.com:993' }, 'host', expect.any(String)],
  [{ host: 'http://imap.example.com' }, 'host', expect.any(String)],
  [{ name: 'x'.repeat(101) }, 'name', expect.any(String)],
  [{ address: 'desk' }, 'address', expect.any(String)],
])('%j is refused at its field', async (values, field, message) => {
  expect(await add(values)).toMatchObject({ status: 400, body: { data: { [field]: message } } })
})

test('without SECRETS_KEY there is no mailbox', async () => {
  const without = await startTestServer({ SECRETS_KEY: '' })
  try {
    const { call, token } = await mailInOn(without)
    expect(await call('POST', 'inbox', DESK, token)).toMatchObject({
      status: 400,
      body: { data: { password: NEEDS_SECRETS_KEY } },
    })
  } finally {
    await without.close()
  }
})

test('another host, port or login asks for the password again: the old one is sent to no new server', async () => {
  const { id } = (await add()).body.data
  for (const values of [{ host: 'imap.evil.example' }, { port: 994 }, { username: 'other' }]) {
    expect(await put(id, values)).toMatchObject({ status: 400, body: { data: { password: PASSWORD_AGAIN } } })
    expect((await put(id, { ...values, password: 'another' })).status).toBe(200)
  }
  expect((await put(id, { name: 'Renamed', address: 'new@quayside.example', folder: 'Other' })).status).toBe(200)
})

test('another mailbox or folder is read for the first time; the same one goes on where it was', async () => {
  const { id } = (await add()).body.data
  const read = () =>
    server.pool.query('update inboxes set uid_validity = 7, last_uid = 9, seen_at = now() where id = $1', [id])
  const standing = async () =>
    (await server.pool.query('select uid_validity, last_uid, seen_at is null as new from inboxes where id = $1', [id]))
      .rows[0]
  await read()
  await put(id, { name: 'Renamed', password: 'another' })
  expect(await standing()).toEqual({ uid_validity: 7, last_uid: 9, new: false })
  for (const values of [{ folder: 'Other' }, { host: 'imap.other.example', password: 'another' }]) {
    await read()
    await put(id, values)
    expect(await standing(), JSON.stringify(values)).toEqual({ uid_validity: null, last_uid: null, new: true })
  }
})

test('whoever adds, changes or removes a mailbox is told by mail, without a word of it', async () => {
  await server.pool.query('delete from mails')
  const { id } = (await add({ name: 'CALL +1 555' })).body.data
  await put(id, { address: 'elsewhere@evil.example' })
  await on.call('DELETE', `inbox/${id}`, undefined, on.token)
  const { rows } = await server.pool.query('select subject, text, html, user_id from mails order by id')
  expect(rows.map(({ subject }) => subject)).toEqual([
    'A mailbox was added with your account',
    'A mailbox was changed with your account',
    'A mailbox was removed with your account',
  ])
  expect(JSON.stringify(rows)).not.toMatch(/CALL|evil/)
})
