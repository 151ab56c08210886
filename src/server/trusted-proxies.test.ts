import { md5 } from 'js-md5'
import { expect, test } from 'vitest'
import { ConfigError } from '#server/config/setting-fields.ts'
import { readConfig } from './config/config.ts'
import { createUser, PASSWORD } from './test/records.ts'
import { startTestServer } from './test/server.ts'

const FORWARDED = '203.0.113.7, 198.51.100.9'

/** The address that a session gets when a proxy on this machine names the caller's address. */
async function addressSeen(env: Record<string, string>): Promise<string> {
  const server = await startTestServer(env)
  const user = await createUser(server.db)
  await server.call('POST', 'login', {
    token: null,
    body: { login: user.email, password: md5(PASSWORD), rememberMe: false },
    headers: { 'x-forwarded-for': FORWARDED },
  })
  const { ip } = await server.db
    .selectFrom('sessions')
    .select('ip')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  await server.close()
  return ip
}

test.each([
  ['nobody is trusted unless named', '', '127.0.0.1'],
  ['the caller is who a trusted proxy says', '127.0.0.1', '198.51.100.9'],
  ['each trusted proxy on the way is believed', '127.0.0.0/8, 198.51.100.0/24', '203.0.113.7'],
  ['another network is not believed', '10.0.0.0/8', '127.0.0.1'],
])('%s', async (_rule, proxies, seen) => {
  expect(await addressSeen({ TRUSTED_PROXIES: proxies })).toBe(seen)
})

test('proxies are addresses or networks', () => {
  for (const good of ['10.0.0.1', '10.0.0.0/32', '::1', 'fd00::/128', ' 10.0.0.1 , 10.0.0.2 '])
    expect(readConfig({ TRUSTED_PROXIES: good }).trustedProxies.length).toBeGreaterThan(0)
  for (const bad of ['balancer', '10.0.0.0/33', 'fd00::/129', '10.0.0.1,', '10.0.0.0/8/8', '10.0.0.0/x'])
    expect(() => readConfig({ TRUSTED_PROXIES: bad })).toThrow(ConfigError)
})
