import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIRST_CALLS } from '#contract/integrations/first-calls.ts'
import { WEBHOOK_EVENTS } from '#contract/integrations/webhooks.ts'
import { createKey, createLane, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { signedHeaders } from '#server/webhooks/sign.ts'
import { startProxy } from './recording-proxy.ts'

const run = promisify(execFile)

let server: TestServer
let proxy: Awaited<ReturnType<typeof startProxy>>
/** Inside the project, so that programs find its packages. */
let folder: string
let blocks: string[]
let page: string
let key: string
beforeAll(async () => {
  server = await startTestServer()
  proxy = await startProxy(server.url)
  const cache = resolve('node_modules/.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'integrations-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  page = await readFile('docs/integrations.md', 'utf8')
  blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const { depot, cartage } = await createLane(server.db)
  await server.db.updateTable('depots').set({ name: 'Shanghai CFS' }).where('id', '=', depot.id).execute()
  await server.db.updateTable('cartages').set({ name: 'Chicago' }).where('id', '=', cartage.id).execute()
  key = (await createKey(server.db, ['orders:write', 'clients:write', 'reference:read'])).key
})
afterAll(async () => {
  proxy.close()
  await rm(folder, { recursive: true, force: true })
  await server.close()
})

/** Programs that need another shell than the page shows: the server and the receiver. */
const ELSEWHERE = /npm start|receiver\.mjs/

/** Names of the properties that a call's body may have, by the description of the API. */
async function propertiesOf(): Promise<(method: string, path: string) => string[]> {
  const { paths, components } = (await server.call('GET', 'openapi.json', { token: null })).body
  return (method, path) => {
    const { schema } = paths[`/api/${path}`][method.toLowerCase()].requestBody.content['application/json']
    return Object.keys((schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema).properties)
  }
}

test('the table of webhooks has a line for every event', () => {
  const [, table = ''] = /\| type \| when .*\n([\s\S]*?)\n\n/.exec(page) ?? []
  const named = [...table.matchAll(/`([a-z]+\.[a-z]+)`/g)].map(([, event]) => event)
  expect(named.toSorted()).toEqual(WEBHOOK_EVENTS.toSorted())
})

test('all examples of the page run as they are, one after the other in one shell, and send only fields that exist', async () => {
  const script = blocks.filter((block) => !ELSEWHERE.test(block)).join('\n')
  expect(script).toContain('export KEY=qs_…\n')
  const here = script.replace('KEY=qs_…', `KEY=${key}`).replace(/QUAYSIDE=http\S+/, `QUAYSIDE=${proxy.url}`)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder, maxBuffer: 16 * 1024 * 1024 })
  expect(/^Tracking code .*$/m.exec(stdout)?.[0]).toMatch(/^Tracking code [A-Z]{4}\d{8}$/)
  expect(proxy.calls.filter(({ status }) => status !== 200)).toEqual([])
  const known = await propertiesOf()
  const sent = proxy.calls.filter(({ body, path }) => body !== null && path !== 'mcp')
  expect(sent.map(({ path }) => path)).toEqual(['calculator/drop-off_by_supplier', 'registration', 'request/booking'])
  for (const { method, path, body } of sent)
    expect(known(method, path), path).toEqual(expect.arrayContaining(Object.keys(Object(body))))
})

test('the receiver of the page prints each message once, and refuses what is not signed', async () => {
  const code = blocks.find((block) => block.includes('cat > receiver.mjs'))?.replace(/^npm install .*$/m, '') ?? ''
  await run(
    'bash',
    [
      '-ec',
      code.replace(
        "listen(4000, '127.0.0.1')",
        "listen(0, '127.0.0.1', function () { console.log(this.address().port) })",
      ),
    ],
    { cwd: folder },
  )
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret },
  })
  try {
    let printed = ''
    receiver.stdout.on('data', (chunk) => (printed += chunk))
    await once(receiver.stdout, 'data')
    const [port] = printed.split('\n')
    const body = JSON.stringify({ type: 'order.created', data: { id: 4711 } })
    const headers = signedHeaders({ id: 'msg_1', timestamp: Math.floor(Date.now() / 1_000), body }, [secret])
    const post = async (sent: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers: sent })).status
    expect([await post(headers), await post(headers), await post({})]).toEqual([204, 204, 401])
    expect(printed.match(/order\.created/g)).toHaveLength(1)
  } finally {
    receiver.kill()
  }
})

test('the program among the examples of the screen compiles strictly, and reads all orders', async () => {
  const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const { code } = FIRST_CALLS.find(({ title }) => title.includes('TypeScript')) ?? {}
  await writeFile(join(folder, 'orders.ts'), code?.(server.url) ?? '')
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noUnusedLocals',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    'node',
  ]
  const compiler = resolve('node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, ...options, '--singleThreaded', 'orders.ts'], { cwd: folder }).catch(
    (error) => {
      throw new Error(error.stdout)
    },
  )
  const { stdout } = await run(process.execPath, ['orders.js'], {
    cwd: folder,
    env: { ...process.env, QUAYSIDE_KEY: key },
  })
  expect(stdout).toContain(`${order.id} ${order.hashSum}${order.customCode}`)
})
