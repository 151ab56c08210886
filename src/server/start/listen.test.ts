import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { StartError } from '#server/errors.ts'
import { checkPorts, isReachable, listening } from './listen.ts'

const check = (env: Record<string, string>, patienceMs?: number) =>
  checkPorts(readConfig({ PORT: '0', ...env }), patienceMs)

test.each(['PORT', 'METRICS_PORT'])('a %s in use is refused in one sentence with setting and port', async (setting) => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((ready) => other.listen(port, '127.0.0.1', ready))
  const refused = check({ [setting]: String(port) }, 0)
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(`${setting} ${port} is in use by another program.`)
  // A restart begins while the old process is still stopping.
  const patient = check({ [setting]: String(port) })
  other.close()
  await patient
})

test('a port that this user may not use is refused in one sentence with setting and port', async () => {
  // Throws what Linux throws; root, who may run this, would not be refused.
  const refused = listening('PORT', 443, '127.0.0.1', async () => {
    throw Object.assign(new Error('listen EACCES: permission denied'), { code: 'EACCES' })
  })
  await expect(refused).rejects.toThrow(
    new StartError('PORT 443 may not be used by this user. Choose one from 1024 to 65535.'),
  )
})

test.each(['192.0.2.1', 'no-such-host.invalid'])(
  'HOST %s, which is not an address of this machine, is named',
  async (HOST) => {
    await expect(check({ HOST })).rejects.toThrow(`HOST ${HOST} is not an address of this machine.`)
  },
)

test.each([
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['::1', false],
  ['localhost', false],
  ['0.0.0.0', true],
  ['::', true],
  ['192.0.2.1', true],
])('other machines reach HOST %s: %s', async (host, reachable) => {
  expect(await isReachable(host)).toBe(reachable)
})
