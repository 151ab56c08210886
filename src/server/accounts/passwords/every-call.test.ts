import { md5 } from 'js-md5'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createResetLink } from '#server/accounts/password-reset.ts'
import { createUser, PASSWORD } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer({ APP_URL: 'https://office.harbour.test' })
beforeAll(async () => {
  await sql`update company_profile set name = 'Nordhavn Freight'`.execute(server.db)
})

const WEAK = ['', 'a', '1!', 'abc', '123456', 'Quayside', 'quayside1', 'harbour', 'Nordhavn Freight']

/** Calls that set a password, each with the field at which it refuses one. */
const CALLS: [string, string, (password: string) => Promise<unknown>][] = [
  [
    'POST registration',
    'password',
    async (password) =>
      server.call('POST', 'registration', {
        body: {
          username: 'Vera Quist',
          email: 'vera@client.test',
          phone: '16045550100',
          companyName: 'Quist',
          companyAddress: '1 Road',
          password: md5(password),
        },
      }),
  ],
  [
    'PUT user/{id}',
    'password',
    async (password) => {
      const { id } = await createUser(server.db)
      return server.call('PUT', `user/${id}`, { body: { password: md5(password) } })
    },
  ],
  [
    'POST admin/user/change/password/{id}',
    'newPassword',
    async (password) => {
      const { id } = await createUser(server.db)
      return server.call('POST', `admin/user/change/password/${id}`, { body: { newPassword: md5(password) } })
    },
  ],
  [
    'PUT user/personal/password',
    'newPassword',
    async (password) => {
      const token = await server.tokenFor((await createUser(server.db, { role: [Role.MANAGER] })).id)
      const body = { password: md5(PASSWORD), newPassword: md5(password) }
      return server.call('PUT', 'user/personal/password', { token, body })
    },
  ],
  [
    'POST app/reset-password',
    'newPassword',
    async (password) => {
      const { id } = await createUser(server.db, { role: [Role.MANAGER] })
      const link = await server.db.transaction().execute((tx) => createResetLink(tx, id, ''))
      const body = { token: link.split('/').at(-1), newPassword: md5(password) }
      return server.call('POST', 'app/reset-password', { token: null, body })
    },
  ],
]

test.each(CALLS)('%s refuses at %s what others would guess first, and takes another', async (_, field, call) => {
  for (const weak of WEAK)
    expect(await call(weak), JSON.stringify(weak)).toMatchObject({
      status: 400,
      body: { data: { [field]: expect.any(String) } },
    })
  expect(await call('ships at dawn')).toMatchObject({ status: 200 })
})
