import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const BIN_DIR = '/usr/lib/postgresql/15/bin'
export const PROGRAMS = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgresBin: BIN_DIR,
} as const

const PACKAGES = ['etcd-server', 'patroni', 'haproxy', 'pgbouncer', 'postgresql-15']
const NO_SERVICES = '/usr/sbin/policy-rc.d'
const NO_CLUSTER = '/etc/postgresql-common/createcluster.d/quayside-tests.conf'

const missing = () => [...Object.values(PROGRAMS), `${BIN_DIR}/postgres`].filter((path) => !existsSync(path))

/**
 * Installs missing programs as Debian packages, without starting their services or creating a cluster.
 * Returns why that is impossible, or null once all programs are there.
 */
export async function ensurePrograms(): Promise<string | null> {
  if (missing().length === 0) return process.getuid?.() === 0 ? null : 'it takes root to run the nodes as postgres'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return `not installed: ${missing().join(', ')}`
  const mayStart = !existsSync(NO_SERVICES)
  if (mayStart) await writeFile(NO_SERVICES, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  await mkdir('/etc/postgresql-common/createcluster.d', { recursive: true })
  await writeFile(NO_CLUSTER, 'create_main_cluster = false\n')
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], { env, maxBuffer: 2 ** 26 })
  } catch (error) {
    return `could not be installed: ${error instanceof Error ? error.message : error}`
  } finally {
    await rm(NO_CLUSTER, { force: true })
    if (mayStart) await rm(NO_SERVICES, { force: true })
  }
  return missing().length === 0 ? null : `not installed: ${missing().join(', ')}`
}
