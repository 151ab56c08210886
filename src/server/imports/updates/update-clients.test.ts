import { afterAll, expect, test } from 'vitest'
import { csvOf, startImports } from '#server/imports/imports.fixture.ts'
import { createUser } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'

const imports = await startImports()
afterAll(() => imports.close())
const { db, call, checked, apply, itemsOf } = imports

const check = (rows: Record<string, string>[]) =>
  checked('clients', csvOf(rows), undefined, 'clients.csv', { update: true })
const userOf = (id: number) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const createClients = (...names: string[]) =>
  Promise.all(names.map((name) => createUser(db, { email: `${name}@example.test`, username: name, phone: '100' })))

test('clients are changed by their address; empty cells change nothing, unknown addresses make clients', async () => {
  const [ada] = await createClients('ada')
  const id = ada?.id ?? 0
  const before = await userOf(id)
  const report = await check([
    { Mail: 'ADA@example.test', Name: 'Ada L.', Company: '', Phone: '+1 (604) 555-0100', Address: '' },
    { Mail: 'ben@example.test', Name: 'Ben', Company: 'Ben Ltd', Phone: '200', Address: '1 Dock Road' },
  ])
  expect(report).toMatchObject({ valid: 2, updates: 1, unchanged: 0, changeCount: 2, problems: [] })
  expect(report.changes).toEqual([
    { row: 2, column: 'Name', from: 'ada', to: 'Ada L.' },
    { row: 2, column: 'Phone', from: '100', to: '16045550100' },
  ])
  expect(await userOf(id)).toEqual(before)
  const run = await apply(report.id)
  expect(run).toMatchObject({ total: 2, done: 2 })
  expect((await itemsOf(run.id))[0]).toMatchObject({ state: 'done', clientId: id, row: 2 })
  const after = await userOf(id)
  expect(after).toMatchObject({ ...before, username: 'Ada L.', phone: '16045550100', updatedAt: expect.any(String) })
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect((await trailOf(db, 'clients', id)).at(-1)).toMatchObject({
    action: 'client.update',
    before: { username: 'ada', phone: '100' },
    after: { username: 'Ada L.', phone: '16045550100' },
  })
  expect(
    await db.selectFrom('changes').select('kind').where('entity', '=', 'clients').where('entityId', '=', id).execute(),
  ).toContainEqual({ kind: 'update' })
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
  expect((await call('POST', `import/${report.id}/undo`)).body.data).toMatchObject({ state: 'undone', done: 0 })
  expect(await userOf(id)).toMatchObject({ ...before, updatedAt: expect.any(String) })
  expect(await db.selectFrom('users').select('id').where('email', '=', 'ben@example.test').execute()).toEqual([])
})

test('a file with the address and one field is enough; the rules of the form hold for what changes', async () => {
  const [ada] = await createClients('cleo')
  await db
    .updateTable('users')
    .set({ companyAddress: '' })
    .where('id', '=', ada?.id ?? 0)
    .execute()
  const report = await check([{ Mail: 'cleo@example.test', Phone: '9'.repeat(26) }])
  expect(report.problems).toEqual([{ row: 2, column: 'Phone', message: expect.stringContaining('25') }])
  expect(await check([{ Mail: 'cleo@example.test', Phone: '300' }])).toMatchObject({ updates: 1, problems: [] })
  const fresh = await check([{ Mail: 'new@example.test', Phone: '300' }])
  expect(fresh.problems.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Username'],
    [2, 'Company name'],
    [2, 'Company address'],
  ])
  expect((await check([{ Phone: '300' }])).problems[0]).toEqual({
    row: 1,
    column: 'Email',
    message: 'No column is mapped to this field',
  })
})

test('a client twice in one file, and a member of staff, are problems of their rows', async () => {
  await createClients('dan')
  await createUser(db, { email: 'boss@example.test', role: ['ROLE_ADMIN'] })
  const report = await check([
    { Mail: 'dan@example.test', Phone: '300' },
    { Mail: ' Dan@Example.test', Phone: '400' },
    { Mail: 'boss@example.test', Phone: '500' },
  ])
  expect(report).toMatchObject({ valid: 1, updates: 1 })
  expect(report.problems.filter(({ column }) => column === 'Mail')).toEqual([
    { row: 3, column: 'Mail', message: 'Row 2 has this already' },
    { row: 4, column: 'Mail', message: 'This account is not a client' },
  ])
})

test('a client who changed between check and import fails alone; an undo keeps what somebody changed since', async () => {
  const [eve, fay, gus] = await createClients('eve', 'fay', 'gus')
  const report = await check(
    ['eve', 'fay', 'gus'].map((name) => ({ Mail: `${name}@example.test`, Phone: '300', Company: 'Imported Ltd' })),
  )
  await call('PUT', `user/${eve?.id}`, { body: { companyName: 'Other Ltd' } })
  await call('DELETE', `admin/user/${gus?.id}`)
  const run = await apply(report.id)
  expect((await itemsOf(run.id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', expect.stringMatching(/^changed by Mara Staff at .*, after the check. Check the file again$/)],
    ['done', null],
    ['failed', 'The client was deleted'],
  ])
  expect(await userOf(eve?.id ?? 0)).toMatchObject({ phone: '100', companyName: 'Other Ltd' })
  await call('PUT', `user/${fay?.id}`, { body: { phone: '999' } })
  expect((await call('POST', `import/${report.id}/undo`)).body.data).toMatchObject({ state: 'undone', done: 1 })
  expect((await itemsOf(run.id))[1]).toMatchObject({
    state: 'done',
    reason: expect.stringMatching(/^Phone: changed by Mara .*\. The rest was taken back$/),
  })
  expect(await userOf(fay?.id ?? 0)).toMatchObject({ phone: '999', companyName: fay?.companyName })
})

test('an undo and a save of the same client at once end with one of the two, and the run says which', async () => {
  const [hal] = await createClients('hal')
  const id = hal?.id ?? 0
  const report = await check([{ Mail: 'hal@example.test', Phone: '300' }])
  const run = await apply(report.id)
  const [saved, undone] = await Promise.all([
    call('PUT', `user/${id}`, { body: { phone: '999' } }),
    call('POST', `import/${report.id}/undo`),
  ])
  expect([saved.status, undone.status]).toEqual([200, 200])
  const [item] = await itemsOf(run.id)
  // The save came first and its value stays, or it came last and wins.
  expect((await userOf(id)).phone).toBe('999')
  expect(item?.state === 'undone' ? item.reason : item?.reason?.slice(0, 6)).toBe(
    item?.state === 'undone' ? null : 'Phone:',
  )
})

test('the old and new values of a client who is erased go from the run', async () => {
  const [ida] = await createClients('ida')
  const report = await check([{ Mail: 'ida@example.test', Phone: '987654321' }])
  const run = await apply(report.id)
  const kept = async () =>
    JSON.stringify(await db.selectFrom('runItems').select('result').where('runId', '=', run.id).execute())
  expect(await kept()).toContain('987654321')
  await call('DELETE', `admin/user/${ida?.id}`)
  const token = await imports.server.signIn({ role: ['ROLE_ADMIN'] })
  expect((await call('POST', `admin/user/${ida?.id}/erase`, { token })).body.data).toMatchObject({ finished: true })
  expect(await kept()).not.toMatch(/987654321|"100"/)
  expect((await call('POST', `import/${report.id}/undo`)).body.data).toMatchObject({ state: 'undone', done: 1 })
  expect((await itemsOf(run.id))[0]?.reason).toBe('The client was deleted')
})
