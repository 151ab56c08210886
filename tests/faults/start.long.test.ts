import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesIn } from '#server/db/embedded/process-identity.ts'

vi.setConfig({ testTimeout: 180_000 })

// `npm start` itself: the project is built first, which takes a while.
let folder: string
let dataDir: string
let child: ChildProcess
let said: string
/** Settles when the program and its output have ended. */
let closed: Promise<unknown>
beforeEach(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-start-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  child.kill('SIGKILL')
  for (const pid of await postgres()) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const postgres = async () => processesIn(join(dataDir, 'postgres', 'cluster'))
const noPostgres = () => expect.poll(postgres, { timeout: 20_000 }).toEqual([])

function start(env: Record<string, string> = {}, script = 'start') {
  said = ''
  child = spawn(process.execPath, [`scripts/${script}.mjs`], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  closed = once(child, 'close')
}
const until = (text: string | RegExp) => expect.poll(() => said, { timeout: 120_000, interval: 20 }).toMatch(text)
async function ended(): Promise<number | null> {
  await closed
  return child.exitCode
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s at any moment of the start ends everything', async (signal) => {
  start()
  await until('running at')
  child.kill(signal)
  expect(await ended()).toBe(0)
  await noPostgres()
  await rm(dataDir, { recursive: true })
  for (const ms of [50, 300, 600, 1_000, 1_500, 2_500, 4_000]) {
    start()
    await wait(ms)
    child.kill(signal)
    await ended()
    await noPostgres()
  }
  start()
  await until('Loading the demo data')
  child.kill(signal)
  expect(await ended()).toBe(0)
  await noPostgres()
})

test('kill -9 of npm start, of the server or of both leaves no database', async () => {
  start({ DEMO: '0' })
  await until('running at')
  child.kill('SIGKILL')
  await noPostgres()
  start({ DEMO: '0' })
  await until('running at')
  const server = await serverOf(child)
  process.kill(server, 'SIGKILL')
  await noPostgres()
  expect(await ended()).toBe(1)
  start({ DEMO: '0' })
  await until('running at')
  process.kill(await serverOf(child), 'SIGKILL')
  child.kill('SIGKILL')
  await noPostgres()
})

test.each([
  ['bench', 'SIGINT'],
  ['bench', 'SIGTERM'],
  ['screenshots', 'SIGINT'],
  ['screenshots', 'SIGTERM'],
] as const)('npm run %s leaves no process and no temporary folder when it gets a %s', async (script, signal) => {
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  const copies = async () => {
    const folders = (await readdir(temporary)).filter((name) => name.startsWith('quayside'))
    const inside = await Promise.all(folders.map((name) => readdir(join(temporary, name)).catch(() => [])))
    return inside.flat().filter((name) => name.startsWith('copy-')).length
  }
  // These pauses are long enough for the database to be there; the first moment has to do without one.
  const moments: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries([700, 5_000, 12_000].map((ms) => [`${ms} ms`, () => wait(ms)])),
    ...(script === 'screenshots' && {
      'as a worker copies the demo data': () =>
        expect.poll(copies, { timeout: 120_000, interval: 20 }).toBeGreaterThan(0),
    }),
  }
  for (const [moment, come] of Object.entries(moments)) {
    start({ TMPDIR: temporary, ONLY: 'ports' }, script)
    await come()
    child.kill(signal)
    await ended()
    await expect.poll(() => startedWith(`TMPDIR=${temporary}`), { timeout: 20_000 }).toEqual([])
    const left = (await readdir(temporary)).filter((name) => name.startsWith('quayside'))
    expect({ script, signal, moment, left }).toMatchObject({ left: [] })
  }
})

test('DEMO_PUBLIC=1 starts with demo accounts where others can reach them', async () => {
  start({ HOST: '0.0.0.0', DEMO_PUBLIC: '1' })
  await until('admin@quayside.example    quayside-admin')
  child.kill('SIGTERM')
  expect(await ended()).toBe(0)
  start({ HOST: '0.0.0.0' })
  expect(await ended()).toBe(1)
  expect(said).toMatch(/^HOST 0\.0\.0\.0 can be reached.*\n.*npm run staff -- remove-demo-accounts.*DEMO_PUBLIC=1/m)
  start({ HOST: '0.0.0.0', DEMO: '0', DATA_DIR: join(folder, 'without') })
  await until('running at')
  child.kill('SIGTERM')
  expect(await ended()).toBe(0)
})

test('an empty installation with DEMO=reference has its data and no account', async () => {
  start({ DEMO: 'reference' })
  await until('Loaded the reference data of the demo.')
  await until('Nobody can log in yet. Create the first administrator')
})

/** Processes that were started with this setting. */
async function startedWith(setting: string): Promise<string[]> {
  const found = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      return environment.split('\0').includes(setting) ? [pid] : []
    })
  return (await Promise.all(found)).flat()
}

/** The server of `npm start`. */
async function serverOf({ pid }: ChildProcess): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')[0])
}

test('a database that dies is started again with the server, a limited number of times, as the log says', async () => {
  start({ DEMO: '0' })
  for (let death = 0; death < 6; death++) {
    await until(/running at/)
    const address = /running at (\S+)/.exec(said)?.[1]
    expect((await fetch(`${address}/api/ready`)).status).toBe(200)
    said = ''
    for (const pid of await postgres()) process.kill(pid, 'SIGKILL')
    if (death < 5) await until(`Starting again (${death + 1} of at most 5`)
  }
  await until('The database stopped 6 times within ten minutes: not starting again.')
  expect(await ended()).toBe(1)
})

test.each([
  ['PORT in use', async (port: string) => ({ PORT: port }), /^PORT \d+ is in use by another program/],
  ['a HOST that others reach, with demo data', async () => ({ HOST: '0.0.0.0' }), /^HOST 0\.0\.0\.0 can be reached/],
  ['an unknown HOST', async () => ({ HOST: '192.0.2.7' }), /^HOST 192\.0\.2\.7 is not an address of this machine/],
])('%s is refused before anything is created', async (_, settings, text) => {
  const other = createServer()
  const port = await freePort()
  await new Promise<void>((ready) => other.listen(port, '127.0.0.1', ready))
  start(await settings(String(port)))
  expect(await ended()).toBe(1)
  other.close()
  expect(said.replace(/^(Build|Built).*\n/gm, '')).toMatch(text)
  expect(said).not.toMatch(/^ +at /m)
  expect(await readdir(folder)).toEqual([])
})
