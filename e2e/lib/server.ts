import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { ReceivedMail, TestSmtp } from '#server/test/smtp.ts'
import { enterApp } from './kept-app.ts'

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
  /** The first mail that matches; waits up to 15 s for it. */
  mailThat: (fits: (received: ReceivedMail) => boolean) => Promise<ReceivedMail>
  /** Calls a path below /api/; returns the envelope, whose data the caller names. */
  call: <Data>(
    path: string,
    options?: { method?: string; body?: unknown; token?: string },
  ) => Promise<{ code: number; message: string; data: Data }>
  /** A token of a demo account. */
  tokenOf: (account: Account) => Promise<{ token: string; id: number }>
}

interface StartOptions {
  cwd?: string
  port?: number
  holdSeconds?: number
  runHoldSeconds?: number
  /** More settings. */
  env?: Record<string, string>
}

/**
 * Starts the built server on a data folder, optionally in another working directory, on a given port, with a
 * hold for mails.
 */
export async function startServer(
  dataDir: string,
  smtpUrl: string,
  { cwd = process.cwd(), port = 0, holdSeconds = 0, runHoldSeconds = 5, env = {} }: StartOptions = {},
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(process.cwd(), 'dist', 'server', 'main.js'), '--with-parent'], {
    cwd,
    env: {
      ...process.env,
      // Receivers of journeys are on this machine.
      WEBHOOK_ALLOW_PRIVATE: '1',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      SMTP_URL: smtpUrl,
      MAIL_HOLD_SECONDS: String(holdSeconds),
      RUN_HOLD_SECONDS: String(runHoldSeconds),
      TIME_ZONE: '',
      LOG_LEVEL: 'error',
      ...env,
    },
    // The server ends with this process, even when that is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // Servers stop before anything else at the end, so that none writes into a folder that is being removed.
  const end = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', end)
  child.once('exit', () => process.off('exit', end))
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const found = /running at (http:\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The server exited with ${code}:\n${printed}`)))
  })
  return { child, url }
}

export async function stopServer(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Calls to a server at an address, and the mails it sends. */
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
    const { data } = await call<{ user_token: string; id: number }>('login', {
      method: 'POST',
      body: { login, password: md5, rememberMe: false },
    })
    return { token: data.user_token, id: data.id }
  }
  const mailThat: RunningServer['mailThat'] = async (fits) => {
    let found: ReceivedMail | undefined
    await expect
      .poll(
        () => {
          found = smtp.mails.find(fits)
          return found !== undefined
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    if (!found) throw new Error('No such mail arrived')
    return found
  }
  // A new session each time, so that a test that logs out ends no other's.
  return { url, smtp, mailThat, call, tokenOf: logIn }
}

/** Opens a page of a server as a demo account, without the login screen. */
export async function openAs(
  page: Page,
  server: Pick<RunningServer, 'url' | 'tokenOf'>,
  account: Account,
  path: string,
): Promise<void> {
  const { token, id } = await server.tokenOf(account)
  if (await enterApp(page, path, token, id)) return
  // A script that runs in every new document would restore the token after logging out.
  const blank = `${server.url}/favicon.svg`
  if (page.url() !== blank) await page.goto(blank)
  await page.evaluate(
    ([stored, userId]) => {
      localStorage.setItem('quayside-user-id', String(userId))
      localStorage.setItem('quayside-token', String(stored))
    },
    [token, id] as const,
  )
  await page.goto(`${server.url}${path}`)
}
