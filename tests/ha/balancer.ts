import { chown, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#server/db/embedded/free-port.ts'
import { type Cluster, PASSWORD } from './cluster.ts'
import { end, POSTGRES, startDaemon } from './daemons.ts'
import { PROGRAMS } from './programs.ts'

const HOST = '127.0.0.1'
export const urlAt = (port: number, role = 'quayside', database = 'quayside') =>
  `postgres://${role}:${PASSWORD}@${HOST}:${port}/${database}`

/**
 * HAProxy in front of the nodes, with the file from deploy/ha; returns its ports for the primary and the
 * standbys.
 */
export async function startHaproxy(folder: string, { nodes: [one, two] }: Cluster) {
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  await copyFile('deploy/ha/haproxy.cfg', file)
  const child = startDaemon(folder, 'haproxy', [PROGRAMS.haproxy, '-db', '-f', file], {
    BIND: HOST,
    PRIMARY_PORT: String(primaryPort),
    STANDBY_PORT: String(standbyPort),
    NODE1: `${HOST}:${one.port}`,
    NODE2: `${HOST}:${two.port}`,
    CHECK1: String(one.restPort),
    CHECK2: String(two.restPort),
  })
  return { primaryPort, standbyPort, stop: () => end(child, 'SIGKILL') }
}

/** PgBouncer in front of a port of HAProxy, with the file from deploy/ha; returns its port. */
export async function startPgbouncer(folder: string, target: number) {
  const { uid, gid } = POSTGRES()
  const port = await freePort()
  const users = join(folder, 'userlist.txt')
  await writeFile(users, `"quayside" "${PASSWORD}"\n`, { mode: 0o600 })
  const here: Record<string, string> = {
    'port=5000': `port=${target}`,
    'listen_port = 6432': `listen_port = ${port}`,
    'auth_file = /etc/pgbouncer/userlist.txt': `auth_file = ${users}`,
  }
  let text = await readFile('deploy/ha/pgbouncer.ini', 'utf8')
  for (const [there, ours] of Object.entries(here)) {
    if (!text.includes(there)) throw new Error(`pgbouncer.ini does not say ${there}`)
    text = text.replace(there, ours)
  }
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, text)
  await chown(users, uid, gid)
  const child = startDaemon(folder, 'pgbouncer', [PROGRAMS.pgbouncer, file])
  return { port, stop: () => end(child, 'SIGKILL') }
}
