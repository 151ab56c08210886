import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { MANY_ROWS } from '#server/runs/take-statistics.ts'
import { createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'
import { clientCells, csvOf, startImports } from './imports.fixture.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, call, checked, apply, itemsOf } = imports

const userOf = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).where('deletedAt', 'is', null).executeTakeFirst()

test('clients come confirmed and without a password, and are told nothing', async () => {
  const report = await checked(
    'clients',
    csvOf([clientCells('ben@example.test', { 'Canadian Business Number': '123' })]),
    undefined,
    'a/b/clients.csv',
  )
  expect(report).toMatchObject({ kind: 'clients', fileName: 'clients.csv', valid: 1, unknownColumns: [] })
  const run = await apply(report.id)
  const [item] = await itemsOf(run.id)
  const user = await userOf('ben@example.test')
  expect(item).toMatchObject({ state: 'done', orderId: null, clientId: user?.id, row: 2, companyName: 'Ben Ltd' })
  expect(user).toMatchObject({ username: 'Ben Client', phone: '16045550100', confirmed: true, role: ['ROLE_USER'] })
  const login = await call('POST', 'login', {
    token: null,
    body: { login: 'ben@example.test', password: '0'.repeat(32) },
  })
  expect(login.status).toBe(400)
  const [entry] = await trailOf(db, 'clients', user?.id ?? 0)
  expect(entry).toMatchObject({
    action: 'client.import',
    after: { email: 'ben@example.test', import: `clients.csv (${report.id})` },
  })
  expect(JSON.stringify(entry)).not.toContain('argon2')
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('an address that an account has, or an earlier row, is a problem of its row, whatever its case', async () => {
  await createUser(db, { email: 'Taken@example.test' })
  const emails = ['taken@EXAMPLE.test', 'new@example.test', 'NEW@example.test', 'no address', 'mara@example.test']
  const report = await checked(
    'clients',
    csvOf(emails.map((email) => clientCells(email, { Name: email === 'mara@example.test' ? '' : 'Ben' }))),
  )
  expect(report.problems).toEqual([
    { row: 2, column: 'Mail', message: 'User with this email already exists' },
    { row: 4, column: 'Mail', message: 'Row 3 has this already' },
    { row: 5, column: 'Mail', message: 'Please, enter valid email address' },
    { row: 6, column: 'Name', message: 'This field cannot be empty' },
  ])
  await createUser(db, { email: 'new@example.test' })
  const run = await apply(report.id)
  // Nothing was imported, so there is nothing to undo.
  expect(run).toMatchObject({ total: 1, done: 0, failed: 1, heldUntil: null })
  expect((await call('POST', `runs/${run.id}/undo`)).status).toBe(409)
  expect((await itemsOf(run.id))[1]).toMatchObject({ state: 'failed', reason: 'User with this email already exists' })
})

test('a field that no column is mapped to is said once, and nothing can be imported', async () => {
  const report = await checked('clients', 'Name,Mail\nBen,b1@example.test\nBen,b2@example.test')
  expect(report.valid).toBe(0)
  expect(report.problems.map(({ row: line, column }) => [line, column])).toEqual([
    [1, 'Company name'],
    [1, 'Phone'],
    [1, 'Company address'],
  ])
  expect((await call('POST', `import/${report.id}/apply`)).body.message).toBe('No row of this file can be imported.')
})

test('an undo removes clients without orders that nobody has touched since', async () => {
  const emails = ['u1@example.test', 'u2@example.test', 'u3@example.test', 'u4@example.test']
  const report = await checked('clients', csvOf(emails.map((email) => clientCells(email))))
  await apply(report.id)
  const [gone, edited, ordered, deleted] = await Promise.all(emails.map(userOf))
  await call('PUT', `user/${edited?.id}`, { body: { companyName: 'Other Ltd' } })
  await call('DELETE', `admin/user/${deleted?.id}`)
  const orders = await checked('orders', csvOf([imports.orderCells({ 'Client email': 'u3@example.test' })]))
  const orderRun = await apply(orders.id)
  const undone = await call('POST', `import/${report.id}/undo`)
  expect(undone.body.data).toMatchObject({ state: 'undone', done: 3 })
  const reasons = (await itemsOf(undone.body.data.id)).map(({ state, reason }) => [state, reason])
  expect(reasons).toEqual([
    ['undone', null],
    ['done', expect.stringMatching(/^changed by Mara Staff at /)],
    ['done', 'it has orders'],
    ['done', 'The client was deleted'],
  ])
  expect(
    await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', gone?.id ?? 0)
      .execute(),
  ).toEqual([])
  expect(await userOf('u3@example.test')).toMatchObject({ id: ordered?.id })
  expect((await trailOf(db, 'clients', gone?.id ?? 0)).map(({ action }) => action)).toEqual([
    'client.import',
    'client.undo-import',
  ])
  expect((await call('POST', `import/${orders.id}/undo`)).body.data).toMatchObject({ id: orderRun.id, done: 0 })
})

test('once 1,000 rows are imported, the statistics of the filled tables are taken; not after fewer', async () => {
  const clientsOf = (of: string, n: number) =>
    csvOf(Array.from({ length: n }, (_, i) => clientCells(`${of}-${i}@example.test`)))
  const taken = async () =>
    (
      await sql<{
        at: string | null
      }>`select last_analyze as at from pg_stat_user_tables where relname = 'users'`.execute(db)
    ).rows[0]?.at ?? null
  const before = await taken()
  expect(await apply((await checked('clients', clientsOf('few', MANY_ROWS - 1))).id)).toMatchObject({ done: 999 })
  expect(await taken()).toBe(before)
  expect(await apply((await checked('clients', clientsOf('many', MANY_ROWS))).id)).toMatchObject({ done: 1_000 })
  await expect.poll(taken).not.toBe(before)
})
