import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findBinaries, nativeFolder } from '#server/db/embedded/binaries.ts'
import { AlreadyRunningError, type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts'
import { runAsFor } from '#server/db/embedded/user.ts'
import { migrate } from '#server/db/migrate.ts'
import { birthOf, processesIn } from './process-identity.ts'

const root = process.getuid?.() === 0
const settings = { fsync: 'off' }
let folder: string
let cluster: string
const folders: string[] = []
const running: Embedded[] = []
const children: ChildProcess[] = []

/** It may have ended since it was found. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

// One folder serves all tests but those that need an empty one. mkdtemp closes it to everyone else: as root, all of
// this runs as it would under /root.
beforeAll(() => newFolder())

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const pid of await processesIn(cluster)) killIfAlive(pid)
})

afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true, force: true, maxRetries: 10 })
})

async function newFolder(): Promise<void> {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'quayside-embedded-'))
  cluster = join(folder, 'postgres', 'cluster')
  folders.push(folder)
}

async function start(): Promise<Embedded> {
  const database = await startEmbedded(folder, { settings })
  running.push(database)
  return database
}

/** A separate Node process that owns the database, optionally as another user. */
async function startChild(dir: string, options: { uid?: number; gid?: number } = {}, ...args: string[]) {
  const file = join(import.meta.dirname, '..', '..', 'test', 'embedded-child.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', file, dir, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: tmpdir() },
    ...options,
  })
  children.push(child)
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')])
  return { child, ...(JSON.parse(String(line)) as { url: string; pid: number }) }
}

/** The values of the last statement. */
async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const results = [await client.query({ text: sql, rowMode: 'array' })].flat()
    return results.at(-1)?.rows.flat() ?? []
  } finally {
    await client.end()
  }
}

/** Writes a new row, and answers a check that it is still there. */
async function write(url: string): Promise<(later: string) => Promise<void>> {
  const n = Math.floor(Math.random() * 1e9)
  await query(url, 'create table if not exists kept (n integer)')
  await query(url, `insert into kept values (${n})`)
  return async (later) => expect(await query(later, 'select n from kept')).toContain(n)
}

test('an empty folder becomes a UTF-8 database, sorted by code points and protected by a password', async () => {
  await newFolder()
  const { url } = await start()
  const facts = 'datname, pg_encoding_to_char(encoding), datlocale, split_part(version(), chr(32), 2)'
  const rows = await query(url, `select ${facts} from pg_database where datname = current_database()`)
  expect(rows).toEqual(['quayside', 'UTF8', 'C.UTF-8', '18.4'])
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(folder, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.log', 'quayside.lock'])
})

test('after a stop there is no process and no lock, and the next start finds the data', async () => {
  const first = await start()
  const kept = await write(first.url)
  await first.stop()
  await first.stop()
  expect(await processesIn(cluster)).toEqual([])
  expect(await birthOf(first.pid)).toBeUndefined()
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.log'])
  const second = await start()
  await kept(second.url)
})

test('a second start on the same folder is refused while the first runs, in this process or another', async () => {
  const { child, url } = await startChild(folder)
  const refused = startEmbedded(folder)
  await expect(refused).rejects.toThrow(AlreadyRunningError)
  await expect(refused).rejects.toThrow(`already running on ${folder} (process ${child.pid})`)
  expect(await query(url, 'select 1')).toEqual([1])
})

test('after kill -9 of Node the watchdog ends the database', async () => {
  const { child, pid } = await startChild(folder)
  child.kill('SIGKILL')
  await expect.poll(() => birthOf(pid), { timeout: 10_000 }).toBeUndefined()
})

/** What this process started, but for one. */
const childrenOf = async (parent: number | undefined, but: number) =>
  (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8'))
    .split(' ')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== but)

test('after kill -9 of Node and its watchdog the next start stops the database they left behind', async () => {
  const { child, url, pid } = await startChild(folder)
  const kept = await write(url)
  const others = await childrenOf(child.pid, pid)
  expect(others).not.toEqual([])
  for (const each of others) process.kill(each, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await processesIn(cluster)).toContain(pid)
  const database = await start()
  expect(await birthOf(pid)).toBeUndefined()
  await kept(database.url)
})

test('after kill -9 of Node and PostgreSQL the next start recovers', async () => {
  const { child, url, pid } = await startChild(folder)
  const kept = await write(url)
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await once(child, 'exit')
  const database = await start()
  await kept(database.url)
})

test('a Node process that ends without a stop ends the database too', async () => {
  const { child, pid } = await startChild(folder, {}, 'exit')
  if (child.exitCode === null) await once(child, 'exit')
  await expect.poll(() => birthOf(pid), { timeout: 5_000 }).toBeUndefined()
})

const RIGHTS = 'rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls'
const ownRights = (url: string) => query(url, `select ${RIGHTS} from pg_roles where rolname = current_user`)
const NONE = [false, false, false, false, false]

test('the product logs in as an ordinary owner of its database, and migrates as such', async () => {
  await newFolder()
  const { url, adminUrl } = await start()
  expect(await ownRights(url)).toEqual(NONE)
  await migrate(url)
  for (const sql of [
    'create database more',
    'create role more',
    `copy (select 1) to '/tmp/x'`,
    'select pg_read_file(1)',
  ])
    await expect(query(url, sql), sql).rejects.toThrow(/permission denied|does not exist/)
  expect(await query(adminUrl, 'show is_superuser')).toEqual(['on'])
})

/** What belongs to anybody but the owner; extensions bring theirs. */
const NOT_OWNED = `
  select oid::regclass::text from pg_class where relowner <> to_regrole('quayside_owner') and oid >= 16384
    and relkind in ('r', 'v', 'S', 'i', 'c', 'm')
  union all select oid::regprocedure::text from pg_proc p where proowner <> to_regrole('quayside_owner') and oid >= 16384
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all select oid::regtype::text from pg_type t where typowner <> to_regrole('quayside_owner') and oid >= 16384
    and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
    and not exists (select from pg_depend where objid = t.typelem and deptype = 'e')
  union all select nspname from pg_namespace where nspowner = 10 and nspname !~ '^pg_|information_schema'`

test('a folder of an earlier version, where a superuser owned everything, is handed over with its data', async () => {
  const before = await start()
  await query(
    before.adminUrl,
    `create schema if not exists other; create type other.mood as enum ('calm'); create domain other.code as text;
     create table other.kept (id serial, n integer generated always as identity, mood other.mood, code other.code);
     create view other.seen as select * from other.kept; create type other.pair as (a int, b int);
     create materialized view other.stored as select 1 as n; create sequence other.free;
     create function other.f(a other.code) returns int language sql as 'select 1';
     create procedure other.p() language sql as 'select 1'; insert into other.kept (mood, code) values ('calm', 'x')`,
  )
  await query(before.adminUrl, 'reassign owned by quayside_owner to quayside; drop role quayside_owner')
  await before.stop()
  const { url, adminUrl } = await start()
  expect(await ownRights(url)).toEqual(NONE)
  expect(await query(adminUrl, NOT_OWNED)).toEqual([])
  expect(await query(url, 'select code from other.kept')).toEqual(['x'])
  expect(await query(url, 'select count(*) from migrations')).not.toEqual(['0'])
  await query(
    url,
    `alter table other.kept add more text; select graphile_worker.add_job('x'); drop schema other cascade`,
  )
  await migrate(url)
})

test('a database that dies is noticed; a stopped one does not count as dead', async () => {
  const killed = await start()
  process.kill(killed.pid, 'SIGKILL')
  await killed.died
  await killed.stop()
  const stopped = await start()
  let died = false
  void stopped.died.then(() => {
    died = true
  })
  await stopped.stop()
  expect(died).toBe(false)
})

test('a pid file that names another program is ignored, and that program is left alone', async () => {
  await (await start()).stop()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(await runAsFor(join(folder, 'postgres'))) })
  children.push(stranger)
  await once(stranger, 'spawn')
  await writeFile(join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n1\n5432\n\n127.0.0.1\n`)
  const database = await start()
  expect(await query(database.url, 'select 1')).toEqual([1])
  expect(stranger.exitCode).toBeNull()
})

test('the log contains nobody’s data, whatever fails', async () => {
  const { url } = await start()
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
  const log = await readFile(join(folder, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('harbour-line')
})

test('a start that is given up leaves no process and no lock', async () => {
  for (const ms of [0, 50, 200]) {
    const given = startEmbedded(folder, { settings, signal: AbortSignal.timeout(ms) }).then((database) =>
      database.stop(),
    )
    await given.catch((error) => expect(error.name).toBe('TimeoutError'))
    expect(await processesIn(cluster)).toEqual([])
    expect(await readdir(folder)).toEqual(['postgres', 'postgres.log'])
  }
})

test('remains of a killed first start are removed', async () => {
  await newFolder()
  await mkdir(join(folder, 'postgres.new-abc', 'cluster'), { recursive: true })
  await writeFile(join(folder, 'postgres.new-abc', 'cluster', 'PG_VERSION'), '18')
  await start()
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.log', 'quayside.lock'])
})

test('the error says why PostgreSQL cannot start', async () => {
  await (await start()).stop()
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(/DATABASE_URL.*initialized by PostgreSQL version 17/s)
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.log'])
  await writeFile(join(cluster, 'PG_VERSION'), '18\n')
})

test('on an unsupported platform the error names the alternative', () => {
  expect(() => nativeFolder('aix', 'ppc64')).toThrow(/aix-ppc64.*DATABASE_URL/s)
})

test.runIf(root)(
  'as root: programs that the other user cannot reach, or without links, are copied to where he can',
  async () => {
    const native = join(folder, 'closed', 'native')
    await cp(nativeFolder(), native, {
      recursive: true,
      filter: (path) => !/\.so(\.\d+)?$/.test(path) || /lib(ssl|crypto|xml2)/.test(path),
    })
    await cp(join(nativeFolder(), '..', 'package.json'), join(folder, 'closed', 'package.json'))
    const shared = join(folder, 'shared')
    const binaries = await findBinaries(folder, { uid: 65534, gid: 65534 }, native, shared)
    expect(binaries.postgres).toMatch(new RegExp(`^${shared}/postgres-18\\.4[^/]*/bin/postgres$`))
    expect(await readdir(join(binaries.postgres, '..', '..', 'lib'))).toContain('libpq.so.5')
  },
)

test.runIf(root)('as root: a copy of the data that belongs to root, open to all, is put in order', async () => {
  await (await start()).stop()
  await promisify(execFile)('chown', ['-R', '0:0', join(folder, 'postgres')])
  await chmod(cluster, 0o755)
  const database = await start()
  expect(await query(database.url, 'select 1')).toEqual([1])
  expect((await stat(cluster)).mode & 0o777).toBe(0o700)
})

test.runIf(root)(
  'as root: a folder that belongs to an ordinary user stays his, and he can start it himself',
  async () => {
    const user = { uid: 65534, gid: 65534 }
    await newFolder()
    await chown(folder, user.uid, user.gid)
    const { child, url } = await startChild(folder, user)
    const kept = await write(url)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const asRoot = await start()
    await kept(asRoot.url)
    await asRoot.stop()
    const again = await startChild(folder, user)
    await kept(again.url)
  },
)
