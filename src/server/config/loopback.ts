import { BlockList, isIP } from 'node:net'

const own = new BlockList()
own.addSubnet('127.0.0.0', 8, 'ipv4')
own.addAddress('::1', 'ipv6')

/** Whether a host in an address ('localhost', '127.0.0.1', '[::1]') is this machine itself. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  const family = isIP(bare)
  return family === 0 ? bare === 'localhost' : own.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}
