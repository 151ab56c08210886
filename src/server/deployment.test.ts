import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from './config.ts'
import { startTestServer, type TestServer } from './test/server.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const KNOWN = new Set([...SETTINGS, 'NODE_ENV'])

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Container {
  env?: { name: string }[]
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
  test('name only settings that the server knows', () => {
    const compose = parse(read('deploy/compose.yaml'))
    const named = [
      ...Object.keys(compose.services.quayside.environment),
      ...containers().flatMap(({ env = [] }) => env.map(({ name }) => name)),
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

  test('name services that there are', () => {
    const { services } = parse(read('deploy/compose.yaml'))
    const { environment, depends_on } = services.quayside
    for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name)
    for (const key of ['DATABASE_URL', 'SMTP_URL', 'S3_URL'])
      expect(services).toHaveProperty(new URL(environment[key]).hostname)
  })

  test('the image copies only what there is', () => {
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
})
