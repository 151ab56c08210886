import { md5 } from 'js-md5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/session/session.ts'
import { type Limit, lengthLimit } from '#server/test/limits.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { staleReply, trailOf } from '#server/test/trail.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let n = 0
const registration = (values: object = {}) => ({
  username: 'Anna Client',
  companyName: 'Anna Trading',
  email: `anna${++n}@example.test`,
  phone: '+1 (604) 555-0100',
  companyAddress: '1 Dock Road',
  canadianBusinessNumber: '',
  password: md5('correct-horse'),
  ...values,
})
const register = (values: object = {}, headers = {}) =>
  server.call('POST', 'registration', { body: registration(values), headers })
const login = (email: string, password: string) =>
  server.call('POST', 'login', { token: null, body: { login: email, password: md5(password) } })

test('registration creates a confirmed client who can log in, whatever role, id or confirmed is sent', async () => {
  const reply = await register({ role: ['ROLE_ADMIN'], id: 1, confirmed: false, eternal_token: 'x' })
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
  expect((await register({ [field]: good })).status).toBe(200)
  const refused = await register({ [field]: bad })
  expect(refused.status).toBe(400)
  expect(refused.body.data).toEqual({ [field]: message })
})

test('a password that is not an MD5 is refused', async () => {
  expect((await register({ password: 'correct-horse' })).body.data).toHaveProperty('password')
})

test('a password that others would guess first is refused at its field, however it is set', async () => {
  const { id, email } = (await register()).body.data
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
  await register({ email: 'taken@example.test' })
  const second = await register({ email: 'TAKEN@Example.test' })
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({
    message: 'User with this email already exists',
    data: { email: 'User with this email already exists' },
  })
  const other = (await register()).body.data
  expect((await server.call('PUT', `user/${other.id}`, { body: { email: 'taken@example.test' } })).status).toBe(409)
})

test('a registration sent twice with one Idempotency-Key makes one client', async () => {
  const headers = { 'idempotency-key': 'one-click' }
  const body = registration()
  const replies = await Promise.all([1, 2].map(() => server.call('POST', 'registration', { body, headers })))
  expect(replies.map((reply) => reply.status)).toEqual([200, 200])
  expect(replies[0]?.body.data.id).toBe(replies[1]?.body.data.id)
})

test('an edit changes what was sent and leaves the rest; an empty required field is refused', async () => {
  const { id, email } = (await register()).body.data
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
  const { id, updatedAt } = (await register()).body.data
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
  const { id, email } = (await register()).body.data
  const token = (await login(email, 'correct-horse')).body.data.user_token
  expect((await change(id)).status).toBe(200)
  expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
  expect((await login(email, 'correct-horse')).status).toBe(400)
  expect((await login(email, 'new-password')).status).toBe(200)
})

test('the audit trail has neither a password nor its MD5', async () => {
  const { id } = (await register()).body.data
  await server.call('POST', `admin/user/change/password/${id}`, { body: { newPassword: md5('new-password') } })
  const trail = await trailOf(server.db, 'clients', id)
  expect(trail.map((entry) => entry.action)).toEqual(['client.create', 'client.password'])
  expect(JSON.stringify(trail)).not.toMatch(/[0-9a-f]{32}/)
})

test('GET user/{id} answers the record without a token', async () => {
  const { id } = (await register()).body.data
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
  const { id } = (await register()).body.data
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

test('deleting hides a client and its orders, ends its sessions and cancels its queued mails, and answers how many', async () => {
  const { id, email } = (await register()).body.data
  const orders = [await createOrder(server.db, { userId: id }), await createOrder(server.db, { userId: id })]
  const mail = await server.db
    .insertInto('mails')
    .values({
      kind: 'event',
      orderId: orders[0]?.id,
      orderEventId: null,
      userId: null,
      createdBy: null,
      templateId: null,
      templateTitle: null,
      subject: 's',
      html: 'h',
      text: 't',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('mailDeliveries')
    .values([
      { mailId: mail.id, role: 'to', address: email, state: 'queued', reason: null },
      { mailId: mail.id, role: 'copy', address: 'copy@example.test', state: 'sent', reason: null },
    ])
    .execute()
  const token = await server.tokenFor(id)
  const reply = await server.call('DELETE', `admin/user/${id}`)
  expect(reply.body).toMatchObject({ code: 200, data: { id, orders: 2, mails: 1 } })
  expect((await server.call('GET', `user/${id}`)).status).toBe(404)
  expect((await server.call('GET', `request/booking/get/${orders[0]?.id}`)).status).toBe(404)
  expect((await server.call('GET', 'user/check_token', { token })).status).toBe(401)
  const states = await server.db
    .selectFrom('mailDeliveries')
    .select('state')
    .where('mailId', '=', mail.id)
    .orderBy('id')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['cancelled', 'sent'])
  expect((await server.call('DELETE', `admin/user/${id}`)).status).toBe(404)
})

test('a deleted client is restored with the orders that were deleted with it, and no others', async () => {
  const { id } = (await register()).body.data
  const order = await createOrder(server.db, { userId: id })
  const before = await createOrder(server.db, { userId: id, deletedAt: new Date('2026-01-01T00:00:00Z') })
  await server.call('DELETE', `admin/user/${id}`)
  const listed = (await server.call('GET', 'admin/user/deleted')).body.data.items[0]
  expect(listed).toMatchObject({ id, deletedBy: 'Mara Staff', orders: 2 })
  const found = async (search: string) => (await server.call('GET', `admin/user/deleted?search=${search}`)).body.data
  expect((await found(encodeURIComponent(listed.email))).items).toEqual([listed])
  expect((await found('nobody%25')).totalCount).toBe(0)
  expect(Date.parse(listed.purgedAt) - Date.parse(listed.deletedAt)).toBe(30 * 24 * 3600 * 1000)
  const restored = await server.call('POST', `admin/user/${id}/restore`)
  expect(restored.body.data).toMatchObject({ id, orders: 1 })
  expect((await server.call('GET', `request/booking/get/${order.id}`)).status).toBe(200)
  expect((await server.call('GET', `request/booking/get/${before.id}`)).status).toBe(404)
  expect((await server.call('POST', `admin/user/${id}/restore`)).status).toBe(404)
})

test('restoring a client whose email is in use again is 409', async () => {
  const { id, email } = (await register()).body.data
  await server.call('DELETE', `admin/user/${id}`)
  expect((await register({ email })).status).toBe(200)
  expect((await server.call('POST', `admin/user/${id}/restore`)).status).toBe(409)
})

test('after 30 days a deleted client can no longer be restored', async () => {
  const { id } = (await register()).body.data
  const past = (days: number) => new Date(Date.now() - days * 86_400_000)
  await server.db
    .updateTable('users')
    .set({ deletedAt: past(30.01) })
    .where('id', '=', id)
    .execute()
  expect((await server.call('POST', `admin/user/${id}/restore`)).status).toBe(404)
  await server.db
    .updateTable('users')
    .set({ deletedAt: past(29.99) })
    .where('id', '=', id)
    .execute()
  expect((await server.call('POST', `admin/user/${id}/restore`)).status).toBe(200)
})

test('View gives a token for one hour that opens only the client’s account, and records who viewed it and when', async () => {
  const { id } = (await register()).body.data
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
  const { id } = (await register()).body.data
  const { user_token } = (await server.call('GET', `user/get/${id}`)).body.data
  expect((await server.call('POST', 'logout', { token: null, headers: { token: user_token } })).status).toBe(200)
  expect((await server.call('GET', 'user/check_token', { token: user_token })).status).toBe(401)
  expect((await server.call('GET', 'user/check_token')).status).toBe(200)
})

test('shippers are added, changed and listed by name, for one client only', async () => {
  const { id } = (await register()).body.data
  const other = (await register()).body.data
  const body = {
    companyName: 'Zhou Lamps',
    companyAddress: '8 Factory Street',
    nameOfThePersonInCharge: 'Li Wei',
    email: 'li@example.test',
    phone: '+86 138 0000 0000',
  }
  const added = await server.call('POST', `user/${id}/shipper_information`, { body })
  expect(added.body.data).toMatchObject({ ...body, phone: '8613800000000', additionalInformation: '' })
  await server.call('POST', `user/${id}/shipper_information`, { body: { ...body, companyName: 'Ábel Toys' } })
  const edited = await server.call('PUT', `user/${id}/shipper_information/edit/${added.body.data.id}`, {
    body: { phone: '86139' },
  })
  expect(edited.body.data).toMatchObject({ companyName: 'Zhou Lamps', phone: '86139' })
  const listed = await server.call('GET', `user/${id}/shipper_information/get_all`)
  expect(listed.body.data.map((row: { companyName: string }) => row.companyName)).toEqual(['Ábel Toys', 'Zhou Lamps'])
  expect(
    (await server.call('PUT', `user/${other.id}/shipper_information/edit/${added.body.data.id}`, { body })).status,
  ).toBe(404)
  const empty = await server.call('POST', `user/${id}/shipper_information`, { body: {} })
  expect(Object.keys(empty.body.data).sort()).toEqual([
    'companyAddress',
    'companyName',
    'email',
    'nameOfThePersonInCharge',
    'phone',
  ])
})

test.each<Limit>([
  lengthLimit('companyName', 'Company name', 100),
  lengthLimit('companyAddress', 'Company address', 100),
  lengthLimit('nameOfThePersonInCharge', 'Name of the person in charge', 50),
  ['email', 'a@b.co', 'a@b', 'Please, enter valid email address'],
  lengthLimit('phone', 'Phone', 25, '1'),
  lengthLimit('additionalInformation', 'Additional info', 100),
])('a shipper’s %s is accepted up to its limit and refused beyond it', async (field, good, bad, message) => {
  const { path, id } = await savedShipper()
  expect((await server.call('PUT', `${path}/edit/${id}`, { body: { [field]: good } })).status).toBe(200)
  const refused = await server.call('PUT', `${path}/edit/${id}`, { body: { [field]: bad } })
  expect(refused.body).toMatchObject({ code: 400, data: { [field]: message } })
})

test('an edit of a shipper from a stale version is 409 with who changed it and the current record', async () => {
  const { path, id, updatedAt } = await savedShipper()
  await server.call('PUT', `${path}/edit/${id}`, { body: { phone: '1', updatedAt } })
  const stale = await server.call('PUT', `${path}/edit/${id}`, { body: { phone: '2', updatedAt } })
  expect(stale).toMatchObject(staleReply({ id, phone: '1' }))
})

async function savedShipper(): Promise<{ path: string; id: number; updatedAt: string }> {
  const { id: userId } = (await register()).body.data
  const path = `user/${userId}/shipper_information`
  const body = {
    companyName: 'Zhou Lamps',
    companyAddress: '8 Factory Street',
    nameOfThePersonInCharge: 'Li Wei',
    email: 'li@example.test',
    phone: '86138',
  }
  const { id, updatedAt } = (await server.call('POST', path, { body })).body.data
  return { path, id, updatedAt }
}

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
