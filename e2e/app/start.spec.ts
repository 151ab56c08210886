import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { birthOf, processesIn } from '#server/db/embedded/process-identity.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const folders: string[] = []
const children: ChildProcess[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'quayside-start-'))
  folders.push(folder)
  return folder
}

/** Runs the server as `npm start` does, on a given data folder and a free port. */
function launch(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { PATH: process.env.PATH, HOME: tmpdir(), PORT: '0', DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  children.push(child)
  const said = { text: '' }
  child.stdout.on('data', (chunk) => (said.text += chunk))
  child.stderr.on('data', (chunk) => (said.text += chunk))
  return { child, said }
}

/** Starts and waits for the first health response; `took` is the time until then in ms. */
async function start(dataDir: string, user = {}) {
  const began = performance.now()
  const { child, said } = launch(dataDir, user)
  const address = () => /running at (http:\S+)[\s\S]*Press Ctrl/.exec(said.text)?.[1]
  while (!address()) {
    if (child.exitCode !== null) throw new Error(`It ended:\n${said.text}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const url = address() ?? ''
  const health = await fetch(`${url}/api/health`)
  return { child, url, said, status: health.status, took: Math.round(performance.now() - began) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return code
}

const databaseOf = (dataDir: string) => processesIn(join(dataDir, 'postgres', 'cluster'))

/** Kills a process that may have ended by itself meanwhile. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test.describe.configure({ mode: 'default', timeout: 240_000 })

test.afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  for (const folder of folders) {
    for (const pid of await databaseOf(folder)) killIfThere(pid)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
})

/** Creates the first administrator with the code that the server printed. */
async function createFirstAdministrator(page: Page, { url, said }: Awaited<ReturnType<typeof start>>) {
  await page.goto(`${url}/login`)
  await expect(page).toHaveURL(`${url}/first-run`)
  await expect(page.getByRole('heading', { name: 'First administrator' })).toBeVisible()
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page.getByText('This field cannot be empty')).toHaveCount(4)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.getByLabel('Code from').fill(/(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/.exec(said.text)?.[0] ?? '')
  await page.getByLabel('Name').fill('Ada Quay')
  await page.getByLabel('Email').fill('ada@quay.example')
  await page.getByLabel('Password', { exact: true }).fill('ships in the night')
  await page.getByLabel('Repeat password').fill('ships in the night')
  await page.keyboard.press('Enter')
  await expect(page.getByText('0 of 8 done')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('link', { name: 'Go to Setup' }).click()
  await expect(page).toHaveURL(`${url}/setup`)
  await page.goto(`${url}/first-run`)
  await expect(page).toHaveURL(`${url}/`)
}

test('the product starts, refuses a second start, stops, restarts and recovers from kill -9', async ({ page }) => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  expect(first.status).toBe(200)

  await test.step('a new installation leads to its first administrator, then to its checklist', () =>
    createFirstAdministrator(page, first))

  await test.step('a second start on the same folder reports it and exits', async () => {
    const second = launch(dataDir)
    const [code] = await once(second.child, 'exit')
    expect(code).toBe(1)
    expect(second.said.text).toContain(`already running on ${dataDir}`)
  })

  await test.step('SIGTERM stops everything, including the database', async () => {
    expect(await databaseOf(dataDir)).not.toEqual([])
    expect(await end(first.child, 'SIGTERM')).toBe(0)
    expect(await databaseOf(dataDir)).toEqual([])
  })

  const second = await test.step('a restart is quick', async () => {
    const again = await start(dataDir)
    test.info().annotations.push({ type: 'figure', description: `restart answers after ${again.took} ms` })
    expect(again.said.text).not.toContain('first-run')
    return again
  })

  await test.step('a start after kill -9 recovers and ends the orphaned database', async () => {
    const orphans = await databaseOf(dataDir)
    await end(second.child, 'SIGKILL')
    const recovered = await start(dataDir)
    expect(recovered.status).toBe(200)
    for (const pid of orphans) expect(await birthOf(pid)).toBeUndefined()
    expect(await end(recovered.child, 'SIGINT')).toBe(0)
    expect(await databaseOf(dataDir)).toEqual([])
  })
})

test('a wrong setting is named and prevents the start', async () => {
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env: { ...process.env, PORT: 'many' }, stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(said).toContain('PORT')
})

test('an ordinary user can start the product', { tag: '@long' }, async () => {
  test.skip(!isRoot, 'only root can become another user; the tests above already ran as an ordinary user')
  test.skip(!reachable(process.cwd()), 'other users cannot read the project folder')
  const dataDir = newFolder()
  chownSync(dataDir, nobody.uid, nobody.gid)
  const { child, status } = await start(dataDir, nobody)
  expect(status).toBe(200)
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid)
  expect(await end(child, 'SIGTERM')).toBe(0)
  expect(await databaseOf(dataDir)).toEqual([])
})

/**
 * Whether other users can reach and read this folder. Checks the mode bits, since root may read everything.
 */
function reachable(folder: string): boolean {
  accessSync(folder, constants.R_OK)
  const open = (statSync(folder).mode & 0o005) === 0o005
  return open && (dirname(folder) === folder || reachable(dirname(folder)))
}
