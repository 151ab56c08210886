import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { errorCode, StartError } from '#server/errors.ts'

/** Milliseconds to wait for a port: a restart begins while the old process is still stopping. */
const PATIENCE_MS = 1_500

/** Why nothing can listen there, naming the setting; the error itself if it has another cause. */
function whyNot(error: unknown, setting: string, port: number, host: string): unknown {
  const code = errorCode(error)
  if (code === 'EADDRINUSE')
    return new StartError(
      `${setting} ${port} is in use by another program. Choose another one, for example: ${setting}=${port + 1} npm start`,
    )
  if (code === 'EACCES')
    return new StartError(`${setting} ${port} may not be used by this user. Choose one from 1024 to 65535.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(code))
    return new StartError(
      `HOST ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all its addresses.`,
    )
  return error
}

const tryOnce = (port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })

async function tryPort(setting: string, port: number, host: string, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    try {
      return await tryOnce(port, host)
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE' || Date.now() > end) throw whyNot(error, setting, port, host)
      await wait(100)
    }
  }
}

/** Throws StartError if the ports cannot be listened on, before anything is created. */
export async function checkPorts({ port, metricsPort, host }: Config, patienceMs = PATIENCE_MS): Promise<void> {
  await tryPort('PORT', port, host, patienceMs)
  if (metricsPort !== undefined) await tryPort('METRICS_PORT', metricsPort, host, patienceMs)
}

/** Starts listening; a failure names the setting. */
export async function listening<T>(setting: string, port: number, host: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw whyNot(error, setting, port, host)
  }
}

const isLoopback = (address: string) =>
  address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.')

/** Whether other machines can reach what listens on this host. */
export async function isReachable(host: string): Promise<boolean> {
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return !addresses.every(({ address }) => isLoopback(address))
}
