import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createMetrics } from '#server/ops/metrics.ts'
import { queueFigures } from '#server/ops/queue-figures.ts'
import { readConfig, SETTINGS } from './config/config.ts'
import { startTestServer, type TestServer } from './test/server.ts'

const read = (path: string) => readFileSync(path, 'utf8')
/** Every file of settings among the examples. */
const examples = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.env'))
  .map((name) => `deploy/${name}`)
/** Settings of the product, and those of Node and of the C library. */
const KNOWN = new Set([...SETTINGS, 'NODE_ENV', 'MALLOC_ARENA_MAX'])

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Container {
  env?: { name: string; value?: string }[]
  ports?: { name: string; containerPort: number }[]
  command?: string[]
  [probe: string]: unknown
}
const containers = () =>
  parseAllDocuments(read('deploy/kubernetes.yaml'))
    .map((document) => {
      expect(document.errors).toEqual([])
      return document.toJS()
    })
    .flatMap(({ spec }) => (spec.template?.spec.containers ?? []) as Container[])

describe('the deployment files', () => {
  test('name only settings the server knows', () => {
    const compose = parse(read('deploy/compose.yaml'))
    const named = [
      ...Object.keys(compose.services.quayside.environment),
      ...containers().flatMap(({ env = [] }) => env.map(({ name }) => name)),
      ...[...read('deploy/quayside.env').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name),
      ...(/^ENV (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '').split(' ').map((each) => each.split('=', 1)[0] ?? ''),
    ]
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !KNOWN.has(name))).toEqual([])
  })

  test('probe addresses that answer', async () => {
    const probes = containers().flatMap((container) =>
      ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name]),
    ) as ({ httpGet: { path: string; port: string } } | undefined)[]
    const paths = probes.flatMap((probe) => (probe ? [probe.httpGet.path] : []))
    expect(paths).toEqual(['/api/health', '/api/health', '/api/ready'])
    for (const path of paths) expect((await fetch(server.url + path)).status).toBe(200)
    const probed = /127\.0\.0\.1:3000(\/[a-z/]+)/.exec(read('Dockerfile'))?.[1]
    expect((await fetch(server.url + probed)).status).toBe(200)
  })

  test('keep as many backups as they say, the newest, and leave half-written ones alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quayside-backups-'))
    const all = [
      '2026-11-17T02-30-00',
      '2026-11-18T02-30-00',
      '2026-11-19T02-30-00',
      '2026-11-20T02-30-00.part',
      'other',
    ]
    for (const name of all) await mkdir(join(folder, name))
    const line = /^ExecStartPost=\/bin\/sh -ec '(.*)'$/m.exec(read('deploy/quayside-backup.service'))?.[1] ?? ''
    const script = line.replaceAll('$$', '$').replaceAll('%%', '%').replace('/var/backups/quayside', folder)
    execFileSync('/bin/sh', ['-ec', script], { env: { PATH: process.env.PATH, BACKUPS_KEPT: '2' } })
    expect((await readdir(folder)).sort()).toEqual(all.slice(1))
    await rm(folder, { recursive: true })
  })

  test.each(examples)('%s can be sourced by a shell, which reads what systemd and .env read', (file) => {
    const names = [...read(file).matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(5)
    const print = names.map((name) => `printf '%s\\0' "$${name}"`).join('; ')
    const sourced = execFileSync('sh', ['-euc', `set -a; . "./${file}"; ${print}`], { env: {}, encoding: 'utf8' })
    const values = Object.fromEntries(sourced.split('\0').map((value, at) => [names[at], value]))
    expect(values).toMatchObject(parseEnv(read(file)))
  })

  test('configure the example instance so that it starts', () => {
    expect(readConfig(parseEnv(read('deploy/quayside.env')))).toMatchObject({
      host: '0.0.0.0',
      demo: false,
      dataDir: '/var/lib/quayside',
      mailFrom: 'Your Company <office@your-company.example>',
    })
  })

  test('load no demo accounts where other machines can reach them', () => {
    const sets = [
      parse(read('deploy/compose.yaml')).services.quayside.environment,
      ...containers().map(({ env = [] }) => Object.fromEntries(env.map(({ name, value }) => [name, value]))),
      ...examples.map((file) => parseEnv(read(file))),
    ]
    expect(sets.length).toBeGreaterThan(2)
    for (const set of sets) expect([set.DEMO, set.DEMO_PUBLIC]).toEqual([undefined, undefined])
  })

  test('name existing services', () => {
    const { services } = parse(read('deploy/compose.yaml'))
    const { environment, depends_on } = services.quayside
    for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name)
    for (const key of ['DATABASE_URL', 'SMTP_URL', 'S3_URL'])
      expect(services).toHaveProperty(new URL(environment[key]).hostname)
  })

  test('log in as an ordinary owner of the database', () => {
    const { quayside, database } = parse(read('deploy/compose.yaml')).services
    const { username, password, pathname } = new URL(quayside.environment.DATABASE_URL)
    const [role = '', base = ''] = read('deploy/role.sql').split('\n').slice(1)
    expect(role).toBe(`create role ${username} login password '${password}';`)
    expect(base).toMatch(new RegExp(`^create database ${pathname.slice(1)} owner ${username} `))
    expect(database.environment.POSTGRES_USER ?? 'postgres').not.toBe(username)
    expect(database.volumes).toContain('./role.sql:/docker-entrypoint-initdb.d/role.sql:ro')
  })

  test('the image copies only existing files', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, list = '']) =>
      list.split(' ').slice(0, -1),
    )
    expect(copied.length).toBeGreaterThan(10)
    const ignored = read('.dockerignore')
    for (const path of copied) {
      expect(existsSync(path)).toBe(true)
      expect(ignored).toContain(path.replace(/^tsconfig.*/, 'tsconfig*').replace(/^vite.*/, 'vite*'))
    }
  })

  test('lose nothing with the primary, and abandon it in time', () => {
    const { ttl, loop_wait, retry_timeout, synchronous_mode } = parse(read('deploy/ha/patroni.yaml')).bootstrap.dcs
    expect(synchronous_mode).toBe(true)
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
    expect(ttl).toBeLessThan(20)
    expect(read('deploy/ha/pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m)
    expect(read('deploy/ha/haproxy.cfg')).toContain('on-marked-down shutdown-sessions')
  })

  test('watch only figures and labels the server exports, mails that failed or were never sent among them', async () => {
    const metrics = createMetrics(server.pool, queueFigures(server.db))
    const port = await metrics.listen(0, '127.0.0.1')
    server.services.metrics = metrics
    await server.call('GET', 'port')
    await sql`select graphile_worker.add_job('mail_reset_link')`.execute(server.db)
    const exported = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    await metrics.stop()
    server.services.metrics = null
    // Two configuration files of ours, of known shape.
    const { panels } = JSON.parse(read('deploy/dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
    const { groups } = parse(read('deploy/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] }
    const asked = [...panels.flatMap(({ targets }) => targets), ...groups.flatMap(({ rules }) => rules)]
    const selectors = asked.flatMap(({ expr }) => [...expr.matchAll(/([a-z_0-9]+)\{([^}]*)\}/g)])
    expect(selectors.length).toBeGreaterThan(20)
    const alerts = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))
    for (const state of ['failed', 'unsent'])
      expect(
        alerts.some((expr) => expr.includes(`mail_deliveries{job="quayside",state="${state}"}`)),
        state,
      ).toBe(true)
    for (const [, name = '', labels = ''] of selectors) {
      // Prometheus itself tells whether it can read an instance, and which job it belongs to.
      if (name !== 'up') expect(exported).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
      for (const [, label = ''] of labels.matchAll(/([a-z]+)=/g))
        if (label !== 'job') expect(exported).toMatch(new RegExp(`^${name}\\{[^}]*${label}="`, 'm'))
    }
  })
})
