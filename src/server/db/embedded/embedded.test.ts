import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { findBinaries, nativeFolder } from '#server/db/embedded/binaries.ts'
import { AlreadyRunningError, startEmbedded } from '#server/db/embedded/embedded.ts'
import { runAsFor } from '#server/db/embedded/user.ts'
import { embeddedPlace, query, settings } from './embedded.fixture.ts'
import { birthOf, processesIn } from './process-identity.ts'

const root = process.getuid?.() === 0
const place = embeddedPlace()
let program: string
beforeAll(async () => {
  program = await buildChild()
})

/**
 * Builds the program of the other processes once: compiled at each start, it takes longer than the database.
 */
async function buildChild(): Promise<string> {
  const cache = join('node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(await realpath(cache), 'embedded-child-'))
  place.folders.push(outDir)
  await chmod(outDir, 0o755)
  const entry = join(import.meta.dirname, '..', '..', 'test', 'embedded-child.ts')
  await build({ configFile: false, logLevel: 'silent', build: { ssr: entry, outDir, copyPublicDir: false } })
  return join(outDir, 'embedded-child.js')
}

/** A separate Node process that owns the database, optionally as another user. */
async function startChild(dir: string, options: { uid?: number; gid?: number } = {}, ...args: string[]) {
  const child = spawn(process.execPath, [program, dir, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: tmpdir() },
    ...options,
  })
  place.children.push(child)
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')])
  return { child, ...(JSON.parse(String(line)) as { url: string; pid: number }) }
}

/** Writes a new row, and returns a check that it is still there. */
async function write(url: string): Promise<(later: string) => Promise<void>> {
  const n = Math.floor(Math.random() * 1e9)
  await query(url, 'create table if not exists kept (n integer)')
  await query(url, `insert into kept values (${n})`)
  return async (later) => expect(await query(later, 'select n from kept')).toContain(n)
}

test('an empty folder becomes a UTF-8 database, sorted by code points and protected by a password', async () => {
  await place.renew()
  const { url } = await place.start()
  const facts = 'datname, pg_encoding_to_char(encoding), datlocale, split_part(version(), chr(32), 2)'
  const rows = await query(url, `select ${facts} from pg_database where datname = current_database()`)
  expect(rows).toEqual(['quayside', 'UTF8', 'C.UTF-8', '18.4'])
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(place.folder, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
  expect(await readdir(place.folder)).toEqual(['postgres', 'postgres.log', 'quayside.lock'])
})

test('after a stop there is no process and no lock, and the next start finds the data', async () => {
  const first = await place.start()
  const kept = await write(first.url)
  await first.stop()
  await first.stop()
  expect(await processesIn(place.cluster)).toEqual([])
  expect(await birthOf(first.pid)).toBeUndefined()
  expect(await readdir(place.folder)).toEqual(['postgres', 'postgres.log'])
  const second = await place.start()
  await kept(second.url)
})

test('postgres becomes ready while onSpawn blocks this process', async () => {
  const note = join(place.cluster, 'postmaster.pid')
  let ready = false
  const { url } = await place.start(() => {
    const end = Date.now() + 10_000
    while (!ready && Date.now() < end) ready = existsSync(note) && /^ready/m.test(readFileSync(note, 'utf8'))
  })
  expect(ready).toBe(true)
  expect(await query(url, 'select 1')).toEqual([1])
})

test('a second start on the same folder is refused while the first runs, in this process or another', async () => {
  const { child, url } = await startChild(place.folder)
  const refused = startEmbedded(place.folder)
  await expect(refused).rejects.toThrow(AlreadyRunningError)
  await expect(refused).rejects.toThrow(`already running on ${place.folder} (process ${child.pid})`)
  expect(await query(url, 'select 1')).toEqual([1])
})

test('after kill -9 of Node the watchdog ends the database', async () => {
  const { child, pid } = await startChild(place.folder)
  child.kill('SIGKILL')
  await expect.poll(() => birthOf(pid)).toBeUndefined()
})

/** Child processes of this one, except `but`. */
const childrenOf = async (parent: number | undefined, but: number) =>
  (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8'))
    .split(' ')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== but)

test('after kill -9 of Node and its watchdog the next start stops the database they left behind', async () => {
  const { child, url, pid } = await startChild(place.folder)
  const kept = await write(url)
  const others = await childrenOf(child.pid, pid)
  expect(others).not.toEqual([])
  for (const each of others) process.kill(each, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await processesIn(place.cluster)).toContain(pid)
  const database = await place.start()
  expect(await birthOf(pid)).toBeUndefined()
  await kept(database.url)
})

test('after kill -9 of Node and PostgreSQL the next start recovers', async () => {
  const { child, url, pid } = await startChild(place.folder)
  const kept = await write(url)
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await once(child, 'exit')
  const database = await place.start()
  await kept(database.url)
})

test('a Node process that ends without a stop ends the database too', async () => {
  const { child, pid } = await startChild(place.folder, {}, 'exit')
  if (child.exitCode === null) await once(child, 'exit')
  await expect.poll(() => birthOf(pid)).toBeUndefined()
})

test('a database that dies is noticed; a stopped one does not count as dead', async () => {
  const killed = await place.start()
  process.kill(killed.pid, 'SIGKILL')
  await killed.died
  await killed.stop()
  const stopped = await place.start()
  let died = false
  void stopped.died.then(() => {
    died = true
  })
  await stopped.stop()
  expect(died).toBe(false)
})

test('a pid file that names another program is ignored, and that program is left alone', async () => {
  await (await place.start()).stop()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(await runAsFor(join(place.folder, 'postgres'))) })
  place.children.push(stranger)
  await once(stranger, 'spawn')
  await writeFile(join(place.cluster, 'postmaster.pid'), `${stranger.pid}\n${place.cluster}\n1\n5432\n\n127.0.0.1\n`)
  const database = await place.start()
  expect(await query(database.url, 'select 1')).toEqual([1])
  expect(stranger.exitCode).toBeNull()
})

test('the log contains nobody’s data, whatever fails', async () => {
  const { url } = await place.start()
  const address = 'anna.berg@harbour-line.example'
  await query(url, 'create table people (email text unique)')
  const failing = [
    `insert into people values ('${address}'), ('${address}')`,
    `select no_such_function('${address}')`,
    `select 1/(length('${address}') - length('${address}'))`,
  ]
  for (const sql of failing) await expect(query(url, sql)).rejects.toThrow()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('insert into people values ($1)', [address])
  await expect(client.query('insert into people values ($1)', [address])).rejects.toThrow('duplicate key')
  await client.end()
  const log = await readFile(join(place.folder, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('harbour-line')
})

test('a start that is given up leaves no process and no lock', async () => {
  for (const ms of [0, 50, 200]) {
    const given = startEmbedded(place.folder, { settings, signal: AbortSignal.timeout(ms) }).then((database) =>
      database.stop(),
    )
    await given.catch((error) => expect(error.name).toBe('TimeoutError'))
    expect(await processesIn(place.cluster)).toEqual([])
    expect(await readdir(place.folder)).toEqual(['postgres', 'postgres.log'])
  }
})

test('remains of a killed first start are removed', async () => {
  await place.renew()
  await mkdir(join(place.folder, 'postgres.new-abc', 'cluster'), { recursive: true })
  await writeFile(join(place.folder, 'postgres.new-abc', 'cluster', 'PG_VERSION'), '18')
  await place.start()
  expect(await readdir(place.folder)).toEqual(['postgres', 'postgres.log', 'quayside.lock'])
})

test('the error says why PostgreSQL cannot start', async () => {
  await (await place.start()).stop()
  await writeFile(join(place.cluster, 'PG_VERSION'), '17\n')
  await expect(place.start()).rejects.toThrow(/DATABASE_URL.*initialized by PostgreSQL version 17/s)
  expect(await readdir(place.folder)).toEqual(['postgres', 'postgres.log'])
  await writeFile(join(place.cluster, 'PG_VERSION'), '18\n')
})

test('on an unsupported platform the error names the alternative', () => {
  expect(() => nativeFolder('aix', 'ppc64')).toThrow(/aix-ppc64.*DATABASE_URL/s)
})

test.runIf(root)(
  'as root: programs that the other user cannot reach, or without links, are copied to where that user can',
  async () => {
    const native = join(place.folder, 'closed', 'native')
    await cp(nativeFolder(), native, {
      recursive: true,
      filter: (path) => !/\.so(\.\d+)?$/.test(path) || /lib(ssl|crypto|xml2)/.test(path),
    })
    await cp(join(nativeFolder(), '..', 'package.json'), join(place.folder, 'closed', 'package.json'))
    const shared = join(place.folder, 'shared')
    const binaries = await findBinaries(place.folder, { uid: 65534, gid: 65534 }, native, shared)
    expect(binaries.postgres).toMatch(new RegExp(`^${shared}/postgres-18\\.4[^/]*/bin/postgres$`))
    expect(await readdir(join(binaries.postgres, '..', '..', 'lib'))).toContain('libpq.so.5')
  },
)

test.runIf(root)('as root: a copy of the data that belongs to root, open to all, is put in order', async () => {
  await (await place.start()).stop()
  await promisify(execFile)('chown', ['-R', '0:0', join(place.folder, 'postgres')])
  await chmod(place.cluster, 0o755)
  const database = await place.start()
  expect(await query(database.url, 'select 1')).toEqual([1])
  expect((await stat(place.cluster)).mode & 0o777).toBe(0o700)
})

test.runIf(root)(
  'as root: a folder that belongs to an ordinary user stays theirs, and they can start it themselves',
  async () => {
    const user = { uid: 65534, gid: 65534 }
    await place.renew()
    await chown(place.folder, user.uid, user.gid)
    const { child, url } = await startChild(place.folder, user)
    const kept = await write(url)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const asRoot = await place.start()
    await kept(asRoot.url)
    await asRoot.stop()
    const again = await startChild(place.folder, user)
    await kept(again.url)
  },
)
