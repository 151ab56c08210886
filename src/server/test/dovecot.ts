import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#server/db/embedded/free-port.ts'

const run = promisify(execFile)

const DOVECOT = '/usr/sbin/dovecot'
const DOVEADM = '/usr/bin/doveadm'
const PACKAGE = 'dovecot-imapd'
/** While this file is there, Debian starts no service that it installs. */
const NO_SERVICES = '/usr/sbin/policy-rc.d'
/** The certificate of tests, for localhost. */
const CERTIFICATE = join(import.meta.dirname, 'certificate')
export const PASSWORD = 'password-of-the-mailbox'

/**
 * Installs Dovecot as a Debian package if it is missing, without starting its service. Returns why that is impossible,
 * or null once it is there.
 */
export async function ensureDovecot(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'it takes root to run Dovecot'
  if (existsSync(DOVECOT)) return null
  if (!existsSync('/usr/bin/apt-get')) return 'Dovecot is not installed'
  const mayStart = !existsSync(NO_SERVICES)
  if (mayStart) await writeFile(NO_SERVICES, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', PACKAGE], { env, maxBuffer: 2 ** 26 })
  } catch (error) {
    return `Dovecot could not be installed: ${error instanceof Error ? error.message : error}`
  } finally {
    if (mayStart) await rm(NO_SERVICES, { force: true })
  }
  return existsSync(DOVECOT) ? null : 'Dovecot is not installed'
}

const settings = (folder: string, { port, tlsPort }: { port: number; tlsPort: number }) => `
protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
ssl = yes
ssl_cert = <${CERTIFICATE}/certificate.pem
ssl_key = <${CERTIFICATE}/key.pem
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
mailbox_list_index = no
# Refused logins are told at once.
auth_failure_delay = 0
mail_max_userip_connections = 100
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
}
`

/** Resolves once something listens. */
async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(20)
  }
}

/** A Dovecot on loopback: any login is a mailbox of its own, with PASSWORD. For root, once `ensureDovecot` said null. */
export async function startDovecot() {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-dovecot-'))
  const config = join(folder, 'dovecot.conf')
  const [port, tlsPort] = [await freePort(), await freePort()]
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'mail'))
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'nobody'])).stdout)),
  )
  await chown(join(folder, 'mail'), uid, gid)
  await writeFile(config, settings(folder, { port, tlsPort }))

  const admin = async (...args: string[]) => (await run(DOVEADM, ['-c', config, ...args])).stdout
  const start = async () => {
    const child = spawn(DOVECOT, ['-F', '-c', config], { stdio: 'ignore' })
    await listening(port)
    return child
  }
  let child = await start()
  const stop = async () => {
    if (child.exitCode !== null) return
    // Processes of open connections would go on.
    await admin('kick', '*').catch(() => {})
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  let serial = 0
  /** Lays a mail into a mailbox as a mail server does, as of the given time. */
  async function deliver(user: string, raw: string | Buffer, at = new Date()): Promise<void> {
    const mailbox = join(folder, 'mail', user)
    for (const part of [mailbox, ...['tmp', 'new', 'cur'].map((name) => join(mailbox, name))]) {
      await mkdir(part, { recursive: true })
      await chown(part, uid, gid)
    }
    // Dovecot numbers mails by the names of their files.
    const name = `${Math.floor(at.getTime() / 1_000)}.${String(++serial).padStart(9, '0')}.test`
    const path = join(mailbox, 'tmp', name)
    await writeFile(path, raw)
    await chown(path, uid, gid)
    await utimes(path, at, at)
    await rename(path, join(mailbox, 'new', name))
  }

  return {
    port,
    tlsPort,
    deliver,
    admin,
    stop,
    /** Starts it again on the same ports. */
    restart: async () => {
      child = await start()
    },
    /** The mailbox of a login is made anew: its mails are gone, and its UIDs begin again. */
    async makeAnew(user: string): Promise<void> {
      await admin('kick', user).catch(() => {})
      await rm(join(folder, 'mail', user), { recursive: true, force: true })
    },
    async remove(): Promise<void> {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
