import { z } from 'zod'
import { optional } from './setting-fields.ts'

/** A host or host:port; '*.shop.example' means the hosts below it. */
const HOST = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i

const HOSTS = 'must be hosts like shop.example, *.shop.example or shop.example:8443, separated by commas'
const hosts = () =>
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim().toLowerCase()))
    .refine((list) => list.every((each) => HOST.test(each)), HOSTS)

/** A path, or a host with a port. */
const SOCKET = /^\/.+$|^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\]):[1-9]\d{0,4}$/i

const onOff = () => optional(z.enum(['0', '1'], { error: 'must be 0 or 1' }))

/** Settings of network connections, for the list of all settings. */
export const networkSettings = {
  ALLOW_PLAIN_TLS: onOff(),
  HSTS_SUBDOMAINS: onOff(),
  WEBHOOK_ALLOW_PRIVATE: onOff(),
  WEBHOOK_HOSTS: optional(hosts()),
  FEED_ALLOW_PRIVATE: onOff(),
  SCAN_SOCKET: optional(z.string().regex(SOCKET, 'must be the path of a socket, or host and port like 127.0.0.1:3310')),
}

export interface NetworkConfig {
  /** Whether HTTPS is demanded of the subdomains of `appUrl` too. */
  hstsSubdomains: boolean
  /** Whether webhooks may go to private addresses, and by http. */
  webhookAllowPrivate: boolean
  /**
   * The only hosts ('shop.example', '*.shop.example', 'shop.example:8443') that webhooks go to; null: any, on
   * the usual ports.
   */
  webhookHosts: string[] | null
  /** Whether feeds of carriers may be at private addresses, and be asked by http. */
  feedAllowPrivate: boolean
  /** Address of the scanner of uploads, a path or host:port; undefined: nothing is scanned. */
  scanSocket: string | undefined
}

const settings = z.object(networkSettings)

/** The settings as the server uses them. */
export const networkOf = (set: z.output<typeof settings>): NetworkConfig => ({
  hstsSubdomains: set.HSTS_SUBDOMAINS === '1',
  webhookAllowPrivate: set.WEBHOOK_ALLOW_PRIVATE === '1',
  webhookHosts: set.WEBHOOK_HOSTS ?? null,
  feedAllowPrivate: set.FEED_ALLOW_PRIVATE === '1',
  scanSocket: set.SCAN_SOCKET,
})
