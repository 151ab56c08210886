import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { bearer, createKey, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'

const server = testServer()
let admin: { id: number; token: string }
beforeAll(async () => {
  const { id } = await createUser(server.db, { username: 'Ada Admin', role: [Role.ADMIN] })
  admin = { id, token: await server.tokenFor(id) }
})

const call = (method: string, path: string, key: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.call(method, path, { token: null, body, headers: { ...bearer(key), ...headers } })
const orders = (key: string, headers?: Record<string, string>) =>
  call('GET', 'request/booking/get_all', key, undefined, headers)
const create = (body: object, token = admin.token) => server.call('POST', 'admin/api-key', { token, body })
const rowOf = (id: number) => server.db.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const someOrder = async () => createOrder(server.db, { userId: (await createUser(server.db)).id })

describe('a key', () => {
  test('is shown once, and only its hash is kept', async () => {
    const { status, body } = await create({ name: 'Shop', scopes: ['orders:write', 'mail:read'], expiresAt: null })
    expect(status).toBe(200)
    const { key, ...shown } = body.data
    expect(key).toMatch(/^qs_[0-9a-f]{8}_[0-9a-f]{64}$/)
    expect(shown).toMatchObject({
      name: 'Shop',
      prefix: key.slice(3, 11),
      scopes: ['orders:write', 'mail:read'],
      state: 'active',
      createdBy: 'Ada Admin',
      expiresAt: null,
      lastUsedAt: null,
    })
    const { data } = (await server.call('GET', 'admin/api-key', { token: admin.token })).body
    expect(data.items[0]).toEqual(shown)
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(k::text, ' ') from api_keys k) || (select string_agg(a::text, ' ') from audit_entries a) as text`.execute(
      server.db,
    )
    expect(rows[0]?.text).toContain(shown.prefix)
    expect(rows[0]?.text).not.toContain(key.slice(12))
    expect((await orders(key)).status).toBe(200)
  })

  test.each([
    [{ scopes: ['orders:read'] }, 'name'],
    [{ name: ' ', scopes: ['orders:read'] }, 'name'],
    [{ name: 'x'.repeat(101), scopes: ['orders:read'] }, 'name'],
    [{ name: 'Shop', scopes: [] }, 'scopes'],
    [{ name: 'Shop' }, 'scopes'],
    [{ name: 'Shop', scopes: ['orders:read', 'settings:write'] }, 'scopes.1'],
    [{ name: 'Shop', scopes: ['orders:read'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'Shop', scopes: ['orders:read'], expiresAt: 'soon' }, 'expiresAt'],
  ])('%j is refused at %s', async (body, field) => {
    const { status, body: answer } = await create(body)
    expect({ status, fields: Object.keys(answer.data) }).toEqual({ status: 400, fields: [field] })
  })

  test('reads with its scope to write, and is told which scope it lacks', async () => {
    const { key } = await createKey(server.db, ['orders:write'])
    expect((await orders(key)).status).toBe(200)
    const { status, body, headers } = await call('GET', 'admin/user', key)
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: 'This call needs an API key with the scope clients:read.',
    })
    const scheme = 'Bearer realm="Quayside", error="insufficient_scope"'
    expect(headers.get('www-authenticate')).toBe(`${scheme}, scope="clients:read"`)
    const closed = await call('GET', 'staff/get_all', key)
    expect(closed.body.message).toBe('This call is closed to API keys.')
    expect(closed.headers.get('www-authenticate')).toBe(scheme)
    const reader = await createKey(server.db, ['orders:read'])
    const order = await someOrder()
    const edit = await call('PUT', `request/booking/edit/${order.id}`, reader.key, { yourName: 'Nobody' })
    expect(edit).toMatchObject({
      status: 403,
      body: { message: 'This call needs an API key with the scope orders:write.' },
    })
    expect((await server.call('GET', `request/booking/get/${order.id}`)).body.data.yourName).toBe(order.yourName)
  })

  test('that expired, was revoked, or whose owner may not have keys any more is 401, and says why', async () => {
    const message = async (key: string) => {
      const { status, body } = await orders(key)
      return `${status} ${body.message}`
    }
    const expired = await createKey(server.db, ['orders:read'], { expiresAt: new Date(Date.now() + 3_600_000) })
    expect((await orders(expired.key)).status).toBe(200)
    await server.db.updateTable('apiKeys').set({ expiresAt: sql`now()` }).where('id', '=', expired.id).execute()
    expect(await message(expired.key)).toBe('401 This API key has expired.')

    const revoked = await createKey(server.db, ['orders:read'])
    expect((await orders(revoked.key)).status).toBe(200)
    expect((await server.call('DELETE', `admin/api-key/${revoked.id}`, { token: admin.token })).status).toBe(200)
    for (let n = 0; n < 2; n++) expect(await message(revoked.key)).toBe('401 This API key was revoked.')
    const { revokedAt } = await rowOf(revoked.id)
    expect((await server.call('DELETE', `admin/api-key/${revoked.id}`, { token: admin.token })).status).toBe(200)
    expect((await rowOf(revoked.id)).revokedAt).toEqual(revokedAt)
    expect((await server.call('DELETE', 'admin/api-key/999999', { token: admin.token })).body.message).toBe(
      'API key not found',
    )

    const owner = await createUser(server.db, { role: [Role.ADMIN] })
    const { key } = await createKey(server.db, ['orders:read'], { createdBy: owner.id })
    expect((await orders(key)).status).toBe(200)
    for (const change of [{ role: [Role.MANAGER] }, { role: [Role.ADMIN], disabledAt: new Date() }]) {
      await server.db.updateTable('users').set(change).where('id', '=', owner.id).execute()
      expect(await message(key)).toBe('401 This API key belongs to an account that is no longer an administrator.')
    }
    await server.db.updateTable('users').set({ disabledAt: null }).where('id', '=', owner.id).execute()
    expect((await orders(key)).status).toBe(200)
  })

  test('with the right prefix and another secret is 401, and learns nothing of the key', async () => {
    const { key, prefix } = await createKey(server.db, ['orders:read'], { revokedAt: new Date() })
    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    const unknown = `qs_00000000_${randomBytes(32).toString('hex')}`
    for (const sent of [
      wrong,
      unknown,
      `qs_${prefix}_`,
      'qs_',
      `qs_${'x'.repeat(10_000)}`,
      `${key} extra`,
      key.toUpperCase(),
    ]) {
      const { status, body } = await orders(sent)
      expect([status, body.message].join(' '), sent).toMatch(
        /^401 (This API key is not valid\.|Please log in, or send an API key as .*)$/,
      )
    }
    expect((await orders(wrong)).headers.get('www-authenticate')).toContain('Bearer')
    expect((await rowOf((await createKey(server.db, ['orders:read'])).id)).lastUsedAt).toBeNull()
  })

  test('beside a token, in an address, or as a token is 401, also where everybody may call', async () => {
    const { key } = await createKey(server.db, ['orders:read'])
    const status = async (path: string, headers: Record<string, string>) =>
      (await server.call('GET', path, { token: null, headers })).status
    for (const path of ['request/booking/get_all', 'request/booking/search?tracking_code=ABCD', 'settings']) {
      const mark = path.includes('?') ? '&' : '?'
      expect(await status(path, { ...bearer(key), 'user-token': server.token }), path).toBe(401)
      expect(await status(path, { 'user-token': key }), path).toBe(401)
      expect(await status(`${path}${mark}api_key=${key}`, {}), path).toBe(401)
      expect(await status(`${path}${mark}token=${key}`, bearer(key)), path).toBe(401)
      expect(await status(`${path}${mark}x=1&key=${key}`, { 'user-token': server.token }), path).toBe(401)
    }
    const foreign = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.', 'user-token': server.token }
    expect(await status('request/booking/get_all', foreign)).toBe(200)
  })

  test('without the scope sees of public calls what everybody does', async () => {
    const order = await someOrder()
    const path = `request/booking/search?tracking_code=${order.trackingCode}`
    const everybody = (await server.call('GET', path, { token: null })).body
    const reader = await createKey(server.db, ['orders:read'])
    const other = await createKey(server.db, ['mail:read'])
    for (let n = 0; n < 2; n++) {
      expect((await call('GET', path, other.key)).body).toEqual(everybody)
      expect((await call('GET', path, reader.key)).body.data.items[0]).toMatchObject({ companyName: order.companyName })
    }
  })

  test('is noted as used at most once a minute', async () => {
    const { key, id } = await createKey(server.db, ['orders:read'])
    await orders(key)
    const first = (await rowOf(id)).lastUsedAt
    expect(first).not.toBeNull()
    await orders(key)
    expect((await rowOf(id)).lastUsedAt).toEqual(first)
    await server.db
      .updateTable('apiKeys')
      .set({ lastUsedAt: sql`now() - interval '61 seconds'` })
      .where('id', '=', id)
      .execute()
    await orders(key)
    expect(Date.parse(String((await rowOf(id)).lastUsedAt))).toBeGreaterThanOrEqual(Date.parse(String(first)))
  })
})

describe('what a key changes', () => {
  test('is in the audit trail under its name and its owner', async () => {
    const { key, id, name } = await createKey(server.db, ['orders:write'], { name: 'Shop 1', createdBy: admin.id })
    const order = await someOrder()
    for (const yourName of ['First', 'Second'])
      expect((await call('PUT', `request/booking/edit/${order.id}`, key, { yourName })).status).toBe(200)
    const entries = await server.db
      .selectFrom('auditEntries')
      .select(['apiKeyId', 'userId'])
      .where('entity', '=', 'orders')
      .where('entityId', '=', order.id)
      .execute()
    expect(entries).toEqual(Array(2).fill({ apiKeyId: id, userId: admin.id }))
    const { data } = (await server.call('GET', `admin/history/orders/${order.id}`)).body
    expect(data.items[0]).toMatchObject({ user: 'Ada Admin', apiKey: name })
    expect(await trailOf(server.db, 'orders', order.id)).toHaveLength(2)
  })

  test('ends with the key, also where it was used before', async () => {
    const { key, id } = await createKey(server.db, ['orders:write'])
    const order = await someOrder()
    const edit = (yourName: string) => call('PUT', `request/booking/edit/${order.id}`, key, { yourName })
    expect((await edit('Before')).status).toBe(200)
    await server.call('DELETE', `admin/api-key/${id}`, { token: admin.token })
    for (let n = 0; n < 2; n++)
      expect(await edit('After')).toMatchObject({
        status: 401,
        body: { message: 'This API key was revoked.', data: null },
      })
    expect((await server.call('GET', `request/booking/get/${order.id}`)).body.data.yourName).toBe('Before')
  })

  test('does not meet the Idempotency-Keys of its owner, nor those of other keys', async () => {
    const order = await someOrder()
    const once = { 'idempotency-key': 'order-1' }
    const add = (headers: Record<string, string>, body: string, token: string | null = null) =>
      server.call('POST', `request/booking/${order.id}/notes`, {
        token,
        headers: { ...headers, ...once },
        body: { body },
      })
    const [one, other] = [
      await createKey(server.db, ['orders:write'], { createdBy: admin.id }),
      await createKey(server.db, ['orders:write'], { createdBy: admin.id }),
    ]
    const ids = [
      (await add({}, 'By hand', admin.token)).body.data.id,
      (await add(bearer(one.key), 'One')).body.data.id,
      (await add(bearer(other.key), 'Other')).body.data.id,
    ]
    expect(new Set(ids).size).toBe(3)
    expect((await add(bearer(one.key), 'One')).body.data.id).toBe(ids[1])
    expect((await add(bearer(one.key), 'Other')).status).toBe(409)
  })

  test('is never a password, nor a member of staff', async () => {
    const client = await createUser(server.db)
    const { key } = await createKey(server.db, ['clients:write'])
    expect((await call('GET', `user/${client.id}`, key)).status).toBe(200)
    expect((await call('GET', `user/${admin.id}`, key)).status).toBe(403)
    const renamed = await call('PUT', `user/${client.id}`, key, { username: 'Renamed' })
    expect(renamed.body.data.username).toBe('Renamed')
    const before = await server.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', client.id)
      .executeTakeFirst()
    const password = '7c6a180b36896a0a8c02787eeafb0e4c'
    const { status, body } = await call('PUT', `user/${client.id}`, key, { password })
    expect({ status, message: body.message }).toEqual({ status: 403, message: 'An API key cannot change passwords.' })
    expect((await call('PUT', `user/${admin.id}`, key, { username: 'Mallory' })).status).toBe(403)
    expect(
      await server.db.selectFrom('users').select('passwordHash').where('id', '=', client.id).executeTakeFirst(),
    ).toEqual(before)
  })
})

test('a key may make as many calls in a minute as the setting says; one more is 429, for this key alone', async () => {
  const small = await startTestServer({ API_KEY_CALLS_PER_MINUTE: '10' }, server.databaseUrl)
  try {
    const [busy, idle] = [await createKey(server.db, ['orders:read']), await createKey(server.db, ['orders:read'])]
    const ask = (key: string) => small.call('GET', 'request/booking/get_all', { token: null, headers: bearer(key) })
    for (let n = 0; n < 10; n++) expect((await ask(busy.key)).status).toBe(200)
    const { status, body, headers } = await ask(busy.key)
    expect(status).toBe(429)
    expect(body.message).toMatch(/^Too many calls with this API key\. Please wait \d+ seconds\.$/)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(idle.key)).status).toBe(200)
    expect((await small.call('GET', 'request/booking/get_all')).status).toBe(200)
  } finally {
    await small.close()
  }
})

test('the description names the scopes of each call, and how a key is sent', async () => {
  const { paths, components } = (await server.call('GET', 'openapi.json', { token: null })).body
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(paths['/api/sailing/{id}/orders'].post.security).toEqual([
    { token: [] },
    { apiKey: ['reference:write', 'orders:write'] },
  ])
  expect(paths['/api/request/booking/get_all'].get.description).toMatch(/ Scope: orders:read\.$/)
  expect(paths['/api/admin/api-key'].post.security).toBeUndefined()
})
