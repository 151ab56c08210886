import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type ReceivedMail, startSmtp, type TestSmtp } from '#server/test/smtp.ts'

const ACCOUNTS = {
  admin: ['admin@quayside.example', 'quayside-admin'],
  manager: ['manager@quayside.example', 'quayside-manager'],
  client: ['client@quayside.example', 'quayside-client'],
} as const
export type Account = keyof typeof ACCOUNTS

/** Email and password of a demo login. */
export const credentials = (account: Account) => ({ email: ACCOUNTS[account][0], password: ACCOUNTS[account][1] })

export interface RunningServer {
  url: string
  /** The real SMTP server that the mails go to. */
  smtp: TestSmtp
  /** The first mail that fits; waits up to 15 s for it. */
  mailThat: (fits: (received: ReceivedMail) => boolean) => Promise<ReceivedMail>
  /** A call below /api/ with a token; the reply's data. */
  call: (
    path: string,
    options?: { method?: string; body?: unknown; token?: string },
  ) => Promise<{ code: number; message: string; data: unknown }>
  /** A token of a demo account. */
  tokenOf: (account: Account) => Promise<{ token: string; id: number }>
}

interface WorkerFixtures {
  server: RunningServer
}
interface TestFixtures {
  /** Opens a page of the app as a demo account, without the login screen. */
  login: (page: Page, account?: Account, path?: string) => Promise<void>
}

/** The real built server with the demo data, one per worker, and ways into it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
    async ({}, use) => {
      const smtp = await startSmtp()
      const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'quayside-e2e-'))
      const { child, url } = await startServer(dataDir, smtp.url)
      await use(accessTo(url, smtp))
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await smtp.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  login: async ({ server }, use) => {
    await use((page, account = 'admin', path = '/') => openAs(page, server, account, path))
  },
})

export { expect }

/** Opens a page of a server as a demo account, without the login screen. */
export async function openAs(
  page: Page,
  server: Pick<RunningServer, 'url' | 'tokenOf'>,
  account: Account,
  path: string,
): Promise<void> {
  const { token, id } = await server.tokenOf(account)
  // A script that runs in every new document would bring the token back after a log-out.
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(
    ([stored, userId]) => {
      localStorage.setItem('quayside-user-id', String(userId))
      localStorage.setItem('quayside-token', String(stored))
    },
    [token, id] as const,
  )
  await page.goto(`${server.url}${path}`)
}

/** What the fields of the form on the page are called, in their order. */
export const labels = async (page: Page): Promise<string[]> =>
  (await page.getByRole('form').locator('label').allInnerTexts()).map((text) => text.replace(/\s*\*$/, ''))

// A shown mail is not ours, and nothing runs in its frame: axe would wait for an answer from it.
const axeOf = (page: Page) => new AxeBuilder({ page }).exclude('iframe[sandbox]')

/** Waits until nothing fades or slides any more: text that is half faded in has too little contrast for a moment. */
async function motionEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    // What has just been mounted begins to move a few frames later.
    for (let still = 0; still < 5; still++) {
      await new Promise(requestAnimationFrame)
      if (document.getAnimations().some(moves)) still = -1
    }
  })
}

async function problemsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** What axe has against the page as it is now, one line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  await motionEnded(page)
  return await problemsOf(axeOf(page))
}

/** The rules whose answer depends on the colours; the others say the same of a page in either theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The system's theme, which the page follows; pages without the app follow it by style alone. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((wanted) => {
    const shown = document.documentElement.getAttribute('data-mantine-color-scheme')
    return shown === null || shown === wanted
  }, colorScheme)
}

/** What axe has against the page in light and in dark, as it stands: nothing is loaded again. */
export async function axeProblemsInBothThemes(page: Page): Promise<string[]> {
  await showTheme(page, 'light')
  const light = await axeProblems(page)
  await showTheme(page, 'dark')
  const dark = await problemsOf(axeOf(page).withRules(COLOUR_RULES))
  return [...light.map((problem) => `light: ${problem}`), ...dark.map((problem) => `dark: ${problem}`)]
}

/** The built server on a data folder, with the demo data; in another folder and on a port where these are given. */
export async function startServer(
  dataDir: string,
  smtpUrl: string,
  { cwd = process.cwd(), port = 0 } = {},
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(process.cwd(), 'dist', 'server', 'main.js')], {
    cwd,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      SMTP_URL: smtpUrl,
      TIME_ZONE: '',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk
      const found = /running at (http:\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
  return { child, url }
}

/** Ways into a server that runs at an address. */
export function accessTo(url: string, smtp: TestSmtp): RunningServer {
  const call: RunningServer['call'] = async (path, { method = 'GET', body, token } = {}) => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        ...(token ? { 'user-token': token } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return response.json()
  }
  const logIn = async (account: Account) => {
    const [login, password] = ACCOUNTS[account]
    const md5 = createHash('md5').update(password).digest('hex')
    const { data } = await call('login', { method: 'POST', body: { login, password: md5, rememberMe: false } })
    const { user_token, id } = data as { user_token: string; id: number }
    return { token: user_token, id }
  }
  const mailThat: RunningServer['mailThat'] = async (fits) => {
    let found: ReceivedMail | undefined
    await expect
      .poll(
        () => {
          found = smtp.mails.find(fits)
          return found !== undefined
        },
        { timeout: 15_000 },
      )
      .toBe(true)
    if (!found) throw new Error('No such mail arrived')
    return found
  }
  // Each a session of its own: a test that logs out takes no other's away.
  return { url, smtp, mailThat, call, tokenOf: logIn }
}
