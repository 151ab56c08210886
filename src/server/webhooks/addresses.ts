import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { refusedDestination } from './destinations.ts'

/** An address to connect to, checked. */
export interface Address {
  address: string
  family: 4 | 6
}

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export const resolveHost: Resolve = (host) => lookup(host, { all: true, order: 'verbatim' })

/** Thrown for a failure that no later attempt changes, with a message for people. */
export class Refused extends Error {}

/**
 * Addresses outside the internet: own networks, this machine, clouds' own services, documentation, multicast
 * (RFC 6890).
 */
const CLOSED_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** Parts of 2000::/3, the IPv6 internet, that are outside it, or lead to IPv4 addresses (Teredo, 6to4). */
const CLOSED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
const closed4 = listOf(CLOSED_4, 'ipv4')
const closed6 = listOf(CLOSED_6, 'ipv6')
const open6 = listOf(['2000::/3'], 'ipv6')

/** Whether anybody on the internet can reach an address. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed4.check(address, 'ipv4')
  return family === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

const LINK_LOCAL_4 = ['169.254.0.0/16']
/**
 * Link-local addresses, also where they lead to IPv4 ones (compatible, NAT64, 6to4), and the one of AWS's own
 * service.
 */
const LINK_LOCAL_6 = ['fe80::/10', '::a9fe:0/112', '64:ff9b::a9fe:0/112', '2002:a9fe::/32', 'fd00:ec2::254/128']
const linkLocal4 = listOf(LINK_LOCAL_4, 'ipv4')
const linkLocal6 = listOf(LINK_LOCAL_6, 'ipv6')

/** Whether only this machine reaches an address: there, clouds tell a server its own secrets. */
export function isLinkLocal(address: string): boolean {
  const [bare = ''] = address.split('%')
  const family = isIP(bare)
  if (family === 4) return linkLocal4.check(bare, 'ipv4')
  return family === 6 && (linkLocal4.check(bare, 'ipv6') || linkLocal6.check(bare, 'ipv6'))
}

const PRIVATE = 'The address is in a private network'
const NOT_AN_ADDRESS = 'This is not a web address'

/** Rules for addresses that people name: destinations of webhooks, and feeds. */
export interface Rules {
  /** Whose addresses they are, in messages. */
  of?: 'Webhooks' | 'Feeds'
  /** Whether http and private addresses are allowed, except link-local ones. */
  allowPrivate: boolean
  /** The only hosts, as in WEBHOOK_HOSTS; null: any, at usual ports. */
  hosts: readonly string[] | null
  resolve?: Resolve
}

/**
 * The address to connect to for this URL. Its host and port must be allowed (destinations.ts), none of the
 * name's addresses may be private, and link-local never. Throws Refused; other errors if the name cannot be
 * resolved now.
 */
export async function addressOf(
  text: string,
  { of = 'Webhooks', allowPrivate, hosts, resolve = resolveHost }: Rules,
): Promise<Address> {
  if (!URL.canParse(text)) throw new Refused(NOT_AN_ADDRESS)
  const url = new URL(text)
  const { protocol, hostname } = url
  if (protocol !== 'https:' && !allowPrivate) throw new Refused(`${of} need https`)
  const refused = refusedDestination(url, hosts, of)
  if (refused !== null) throw new Refused(refused)
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family === 0 ? await resolve(host) : [{ address: host, family }]
  if (!allowPrivate && found.some(({ address }) => !isPublic(address))) throw new Refused(PRIVATE)
  if (found.some(({ address }) => isLinkLocal(address))) throw new Refused(`${of} never go to link-local addresses`)
  const [first] = found
  if (!first) throw new Error('The name has no address')
  return { address: first.address, family: first.family === 6 ? 6 : 4 }
}
