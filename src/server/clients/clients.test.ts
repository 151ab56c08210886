import { md5 } from 'js-md5'
import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { type Limit, lengthLimit } from '#server/test/limits.ts'
import { createUser } from '#server/test/records.ts'
import { register, registration } from '#server/test/registration.ts'
import { testServer } from '#server/test/test-server.ts'
import { staleReply, trailOf } from '#server/test/trail.ts'

const server = testServer()

const login = (email: string, password: string) =>
  server.call('POST', 'login', { token: null, body: { login: email, password: md5(password) } })

test('registration creates a confirmed client who can log in, whatever role, id or confirmed is sent', async () => {
  const reply = await register(server, { role: ['ROLE_ADMIN'], id: 1, confirmed: false, eternal_token: 'x' })
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({
    username: 'Anna Client',
    phone: '16045550100',
    confirmed: true,
    role: ['ROLE_USER'],
    orders: 0,
  })
  expect(reply.body.data).not.toHaveProperty('passwordHash')
  const session = await login(reply.body.data.email, 'correct-horse')
  expect(session.body.data.role).toEqual(['ROLE_USER'])
})

test('registration names every empty field at once; the Canadian Business Number may be empty', async () => {
  const reply = await server.call('POST', 'registration', { body: {} })
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.body.data).sort()).toEqual([
    'companyAddress',
    'companyName',
    'email',
    'password',
    'phone',
    'username',
  ])
  expect(reply.body.data.username).toBe('This field cannot be empty')
})

test.each<Limit>([
  lengthLimit('username', 'Username', 50),
  lengthLimit('companyName', 'Company name', 100),
  lengthLimit('companyAddress', 'Company address', 100),
  lengthLimit('canadianBusinessNumber', 'Canadian Business Number', 15),
  lengthLimit('phone', 'Phone', 25, '1'),
  ['phone', '+1', '1a', 'Invalid field. You can only use numbers'],
  [
    'email',
    `${'x'.repeat(87)}@example.test`,
    `${'x'.repeat(88)}@example.test`,
    'Email must be no more than 100 characters',
  ],
  ['email', 'a@example.test', 'a@example', 'Please, enter valid email address'],
])('%s is accepted up to its limit and refused beyond it', async (field, good, bad, message) => {
  expect((await register(server, { [field]: good })).status).toBe(200)
  const refused = await register(server, { [field]: bad })
  expect(refused.status).toBe(400)
  expect(refused.body.data).toEqual({ [field]: message })
})

test('a password that is not an MD5 is refused', async () => {
  expect((await register(server, { password: 'correct-horse' })).body.data).toHaveProperty('password')
})

test('a password that others would guess first is refused at its field, however it is set', async () => {
  const { id, email } = (await register(server)).body.data
  for (const weak of ['', 'password1', 'Anna Client', 'Anna Trading', email]) {
    const password = md5(weak)
    const calls: [string, string, object, string][] = [
      ['POST', 'registration', registration({ password, email }), 'password'],
      ['PUT', `user/${id}`, { password }, 'password'],
      ['POST', `admin/user/change/password/${id}`, { newPassword: password }, 'newPassword'],
    ]
    for (const [method, path, body, field] of calls) {
      const reply = await server.call(method, path, { body })
      expect(reply.status, `${weak} ${path}`).toBe(400)
      expect(Object.keys(reply.body.data)).toEqual([field])
    }
  }
  const renamed = { username: 'Berta Client', password: md5('Berta Client') }
  expect((await server.call('PUT', `user/${id}`, { body: renamed })).status).toBe(400)
  expect((await login(email, 'correct-horse')).status).toBe(200)
})

test('an email belongs to one live user, ignoring case: 409 at email', async () => {
  await register(server, { email: 'taken@example.test' })
  const second = await register(server, { email: 'TAKEN@Example.test' })
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({
    message: 'User with this email already exists',
    data: { email: 'User with this email already exists' },
  })
  const other = (await register(server)).body.data
  expect((await server.call('PUT', `user/${other.id}`, { body: { email: 'taken@example.test' } })).status).toBe(409)
})

test('a registration sent twice with one Idempotency-Key makes one client', async () => {
  const headers = { 'idempotency-key': 'one-click' }
  const body = registration()
  const replies = await Promise.all([1, 2].map(() => server.call('POST', 'registration', { body, headers })))
  expect(replies.map((reply) => reply.status)).toEqual([200, 200])
  expect(replies[0]?.body.data.id).toBe(replies[1]?.body.data.id)
})

test('what is kept of a request with an Idempotency-Key does not follow from the password in it', async () => {
  const headers = { 'idempotency-key': 'no-password' }
  const body = registration()
  const sent = async (password: string) =>
    (await server.call('POST', 'registration', { body: { ...body, password }, headers })).status
  expect(await sent(md5('one long password'))).toBe(200)
  expect(await sent(md5('another long password'))).toBe(200)
  expect((await server.call('POST', 'registration', { body: { ...body, username: 'Other' }, headers })).status).toBe(
    409,
  )
})

test('an edit changes what was sent and leaves the rest; an empty required field is refused', async () => {
  const { id, email } = (await register(server)).body.data
  const reply = await server.call('PUT', `user/${id}`, {
    body: { companyName: ' New Name ', confirmed: false, role: ['ROLE_ADMIN'] },
  })
  expect(reply.body.data).toMatchObject({
    companyName: 'New Name',
    email,
    username: 'Anna Client',
    confirmed: true,
    role: ['ROLE_USER'],
  })
  const refused = await server.call('PUT', `user/${id}`, { body: { companyName: '', username: null } })
  expect(refused.body.data).toEqual({
    companyName: 'This field cannot be empty',
    username: 'This field cannot be empty',
  })
})

test('an edit from a stale version is 409 with who changed it and the current record', async () => {
  const { id, updatedAt } = (await register(server)).body.data
  await server.call('PUT', `user/${id}`, { body: { companyName: 'First', updatedAt } })
  const stale = await server.call('PUT', `user/${id}`, { body: { companyName: 'Second', updatedAt } })
  expect(stale).toMatchObject(staleReply({ companyName: 'First' }))
})

test.each([
  [
    'the password call',
    (id: number) =>
      server.call('POST', `admin/user/change/password/${id}`, { body: { newPassword: md5('new-password') } }),
  ],
  [
    'an edit with a password',
    (id: number) => server.call('PUT', `user/${id}`, { body: { password: md5('new-password') } }),
  ],
])('%s changes the password and ends the sessions of the client', async (_name, change) => {
  const { id, email } = (await register(server)).body.data
  const token = (await login(email, 'correct-horse')).body.data.user_token
  expect((await change(id)).status).toBe(200)
  expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
  expect((await login(email, 'correct-horse')).status).toBe(400)
  expect((await login(email, 'new-password')).status).toBe(200)
})

test('the audit trail has neither a password nor its MD5', async () => {
  const { id } = (await register(server)).body.data
  await server.call('POST', `admin/user/change/password/${id}`, { body: { newPassword: md5('new-password') } })
  const trail = await trailOf(server.db, 'clients', id)
  expect(trail.map((entry) => entry.action)).toEqual(['client.create', 'client.password'])
  expect(JSON.stringify(trail)).not.toMatch(/[0-9a-f]{32}/)
})

test('GET user/{id} returns the record without a token', async () => {
  const { id } = (await register(server)).body.data
  const reply = await server.call('GET', `user/${id}`)
  expect(reply.body.data.id).toBe(id)
  expect(JSON.stringify(reply.body)).not.toContain('token')
})

test('edit, password, delete and View are for clients only: a staff id is 403', async () => {
  const { id } = server.staff
  const replies = await Promise.all([
    server.call('PUT', `user/${id}`, { body: { username: 'X' } }),
    server.call('POST', `admin/user/change/password/${id}`, { body: { newPassword: md5('x') } }),
    server.call('DELETE', `admin/user/${id}`),
    server.call('GET', `user/get/${id}`),
  ])
  expect(replies.map((reply) => reply.status)).toEqual([403, 403, 403, 403])
})

test('an unknown client is 404', async () => {
  for (const path of ['user/999999', 'user/get/999999']) expect((await server.call('GET', path)).status).toBe(404)
  expect((await server.call('DELETE', 'admin/user/999999')).status).toBe(404)
})

test('every call about clients is 403 for a client', async () => {
  const { id } = (await register(server)).body.data
  const token = await server.tokenFor(id)
  const calls: [string, string][] = [
    ['GET', 'admin/user'],
    ['GET', 'admin/user/deleted'],
    ['GET', `user/${id}`],
    ['GET', `user/get/${id}`],
    ['PUT', `user/${id}`],
    ['DELETE', `admin/user/${id}`],
    ['POST', `admin/user/${id}/restore`],
    ['GET', `user/${id}/shipper_information/get_all`],
    ['POST', 'request/booking'],
    ['POST', 'calculator/drop-off_by_supplier'],
  ]
  for (const [method, path] of calls)
    expect([path, (await server.call(method, path, { token })).status]).toEqual([path, 403])
})

test('View gives a token for one hour that opens only the client’s account, and records who viewed it and when', async () => {
  const { id } = (await register(server)).body.data
  const first = (await server.call('GET', `user/get/${id}`)).body.data
  const second = (await server.call('GET', `user/get/${id}`)).body.data
  expect(first.user_token).not.toBe(second.user_token)
  const life = Date.parse(first.expiresAt) - Date.now()
  expect(life).toBeGreaterThan(3_590_000)
  expect(life).toBeLessThanOrEqual(3_600_500)
  const token = first.user_token
  expect((await server.call('GET', 'user/personal/get', { token })).body.data.id).toBe(id)
  expect((await server.call('GET', `request/booking/get/user/${id}`, { token })).status).toBe(200)
  for (const path of ['admin/user', `user/get/${id}`, 'request/booking/get_all'])
    expect((await server.call('GET', path, { token })).status).toBe(403)
  const listed = (await server.call('GET', `admin/user/${id}/impersonations`)).body.data
  expect(listed).toHaveLength(2)
  expect(listed[0]).toMatchObject({ by: 'Mara Staff', sessionId: expect.any(Number) })
  expect((await server.call('DELETE', `admin/user/${id}/impersonations/${listed[1].sessionId}`)).status).toBe(200)
  expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
  expect((await server.call('GET', 'user/check_token', { token: second.user_token })).status).toBe(200)
  expect((await server.call('GET', `admin/user/${id}/impersonations`)).body.data[1].sessionId).toBeNull()
})

test('logging out of the customer site leaves the staff session alone', async () => {
  const { id } = (await register(server)).body.data
  const { user_token } = (await server.call('GET', `user/get/${id}`)).body.data
  expect((await server.call('POST', 'logout', { token: null, headers: { token: user_token } })).status).toBe(200)
  expect((await server.call('GET', 'user/check_token', { token: user_token })).status).toBe(401)
  expect((await server.call('GET', 'user/check_token')).status).toBe(200)
})

test('the list has live clients only, and sorts by id, username and company_name', async () => {
  await server.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '<>', server.staff.id).execute()
  await createUser(server.db, { role: [Role.CSR] })
  const made = []
  for (const [username, companyName] of [
    ['bob', 'Zeta'],
    ['Ann', 'alpha'],
    ['Östen', 'Beta'],
  ] as const) {
    made.push(
      await createUser(server.db, {
        username,
        companyName,
        email: `${username.toLowerCase().replace('ö', 'o')}@list.test`,
        phone: '16045550177',
      }),
    )
  }
  const names = async (query: string) =>
    (await server.call('GET', `admin/user?${query}`)).body.data.items.map((row: { username: string }) => row.username)
  expect(await names('')).toEqual(['bob', 'Ann', 'Östen'])
  expect(await names('order[id]=desc')).toEqual(['Östen', 'Ann', 'bob'])
  expect(await names('order[username]=asc')).toEqual(['Ann', 'bob', 'Östen'])
  expect(await names('order[company_name]=asc')).toEqual(['Ann', 'Östen', 'bob'])
  expect(await names('search=list.test')).toHaveLength(3)
  expect(await names('search=ZETA')).toEqual(['bob'])
  expect(await names('search=%2B1%20(604)%20555-0177')).toHaveLength(3)
  expect(await names('search=%25')).toEqual([])
  const refused = await server.call('GET', 'admin/user?order[email]=asc')
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain('Allowed: id, username, company_name')
  expect((await server.call('GET', 'admin/user?per_page=2&page=9')).body.data).toMatchObject({
    totalCount: 3,
    currentPageNumber: 2,
    numItemsPerPage: 2,
  })
})
