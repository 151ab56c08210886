import type { ChildProcess } from 'node:child_process'
import { chown, copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesIn } from '#server/db/embedded/process-identity.ts'
import { end, POSTGRES, startDaemon } from './daemons.ts'
import { PROGRAMS } from './programs.ts'

export interface Node {
  name: string
  port: number
  /** Port of Patroni's REST interface. */
  restPort: number
  start(): void
  /** Kills Patroni and its PostgreSQL, like a power cut. */
  kill(): Promise<void>
  /**
   * As a standby, stops receiving the primary's log; calling the returned function drops what was in transit.
   */
  stall(): Promise<() => void>
}

export interface Cluster {
  nodes: readonly [Node, Node]
  /** The primary, once the other node is its synchronous standby. */
  settled(): Promise<{ primary: Node; standby: Node }>
  stop(): Promise<void>
}

export const PASSWORD = 'loopback-only'
const HOST = '127.0.0.1'

/** etcd and two PostgreSQL nodes under Patroni, with the file from deploy/ha. */
export async function startCluster(folder: string): Promise<Cluster> {
  const { uid, gid } = POSTGRES()
  await chown(folder, uid, gid)
  const [client, peer] = [`http://${HOST}:${await freePort()}`, `http://${HOST}:${await freePort()}`]
  const etcd = startDaemon(folder, 'etcd', [
    PROGRAMS.etcd,
    ...['--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
  ])
  const etcdHost = client.slice('http://'.length)
  const nodes = [await startNode(folder, 'one', etcdHost), await startNode(folder, 'two', etcdHost)] as const
  return {
    nodes,
    async settled() {
      for (;;) {
        for (const [primary, standby] of [nodes, [nodes[1], nodes[0]] as const])
          if ((await says(primary, 'primary')) && (await says(standby, 'synchronous'))) return { primary, standby }
        await wait(100)
      }
    },
    async stop() {
      for (const node of nodes) await node.kill()
      await end(etcd, 'SIGKILL')
    },
  }
}

const says = ({ restPort }: Node, role: string) =>
  fetch(`http://${HOST}:${restPort}/${role}`).then(
    ({ ok }) => ok,
    () => false,
  )

async function startNode(folder: string, name: string, etcdHost: string): Promise<Node> {
  const { uid, gid } = POSTGRES()
  const home = join(folder, name)
  const data = join(home, 'data')
  await mkdir(home)
  await copyFile('deploy/ha/patroni.yaml', join(home, 'patroni.yaml'))
  await chown(home, uid, gid)
  const [port, restPort] = [await freePort(), await freePort()]
  const env = {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${HOST}:${restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${HOST}:${restPort}`,
    PATRONI_POSTGRESQL_LISTEN: `${HOST}:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${HOST}:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: PROGRAMS.postgresBin,
    PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
    PATRONI_ETCD3_HOSTS: etcdHost,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
  }
  let patroni: ChildProcess | undefined
  const start = () => {
    patroni = startDaemon(home, 'patroni', [PROGRAMS.patroni, 'patroni.yaml'], env)
  }
  const kill = async () => {
    await end(patroni, 'SIGKILL')
    for (;;) {
      const left = await processesIn(data)
      if (left.length === 0) return
      for (const pid of left) killNow(pid)
      await wait(20)
    }
  }
  const stall = async () => {
    const pid = await receiverIn(data)
    process.kill(pid, 'SIGSTOP')
    return () => {
      // The order counts: it must end before it reads what has arrived.
      process.kill(pid, 'SIGTERM')
      process.kill(pid, 'SIGCONT')
    }
  }
  start()
  return { name, port, restPort, start, kill, stall }
}

/** The standby's process that receives the primary's log. */
async function receiverIn(data: string): Promise<number> {
  for (const pid of await processesIn(data))
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('walreceiver')) return pid
  throw new Error(`Nobody in ${data} takes a log`)
}

/** It may have ended already. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
