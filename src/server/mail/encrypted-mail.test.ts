import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { portOf } from '#server/http/port-of.ts'

const run = promisify(execFile)
const CERTIFICATE = 'src/server/test/certificate'
const pem = (name: string) => readFileSync(`${CERTIFICATE}/${name}.pem`, 'utf8')
const tls = { key: pem('key'), cert: pem('certificate') }

let close = () => {}
afterEach(() => close())

/** A mail server that records logins and mails, and whether they were encrypted. */
async function listen(options: SMTPServerOptions) {
  const heard: { what: 'login' | 'mail'; encrypted: boolean }[] = []
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth(_auth, { secure }, done) {
      heard.push({ what: 'login', encrypted: secure })
      done(null, { user: 'user' })
    },
    onData(stream, { secure }, done) {
      heard.push({ what: 'mail', encrypted: secure })
      stream.resume().once('end', () => done())
    },
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  close = () => server.close(() => {})
  return { port: portOf(server.server), heard }
}

/**
 * Linux leads 0.0.0.0 to this machine, but the name does not say so: the server takes it for another machine.
 */
const ELSEWHERE = '0.0.0.0'

/** A separate process, because authorities are named when a process starts. */
const PROGRAM = `
  const { readConfig } = await import('#server/config/config.ts')
  const { diskStore } = await import('#server/files/files.ts')
  const { tryMailServer } = await import('#server/mail/try-mail-server.ts')
  const { says } = await tryMailServer(readConfig(process.env), diskStore('.'), 'ops@quayside.example')
  process.stdout.write(says)`

/** Sends a test mail by the settings of an installation; returns its output. */
async function send(port: number, env: Record<string, string> = {}, host = ELSEWHERE) {
  const SMTP_URL = `smtp://user:password@${host}:${port}`
  const settings = { ...process.env, SMTP_URL, MAIL_FROM: 'office@quayside.example', ...env }
  const program = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM]
  return (await run(process.execPath, program, { env: settings })).stdout
}

test('a mail server elsewhere that offers no TLS gets neither login nor mail', async () => {
  const { port, heard } = await listen({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  expect(await send(port)).toContain('The secure connection to the mail server failed')
  expect(heard).toEqual([])
  expect(await send(port, { ALLOW_PLAIN_TLS: '1' })).toContain('accepted a test mail')
  expect(heard).toEqual([
    { what: 'login', encrypted: false },
    { what: 'mail', encrypted: false },
  ])
})

test('one whose certificate nobody vouches for gets neither, either', async () => {
  const { port, heard } = await listen(tls)
  expect(await send(port)).toMatch(/connection to the mail server failed/)
  expect(heard).toEqual([])
})

test('with STARTTLS and a certificate that is known, login and mail are encrypted', async () => {
  const { port, heard } = await listen(tls)
  expect(await send(port, { NODE_EXTRA_CA_CERTS: `${CERTIFICATE}/authority.pem` })).toContain('accepted a test mail')
  expect(heard).toEqual([
    { what: 'login', encrypted: true },
    { what: 'mail', encrypted: true },
  ])
})

test('one whose offer of STARTTLS was removed on the way is asked for it all the same', async () => {
  const { port, heard } = await listen({ ...tls, hideSTARTTLS: true })
  expect(await send(port, { NODE_EXTRA_CA_CERTS: `${CERTIFICATE}/authority.pem` })).toContain('accepted a test mail')
  expect(heard.map(({ encrypted }) => encrypted)).toEqual([true, true])
})

test('one on this machine needs no TLS', async () => {
  const { port, heard } = await listen({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  expect(await send(port, {}, '127.0.0.1')).toContain('accepted a test mail')
  expect(heard).toHaveLength(2)
})
