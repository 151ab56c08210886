import { isIPv4, isIPv6 } from 'node:net'

/** The groups of an IPv6 address, with '::' filled in. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  if (tail === undefined) return before
  const after = tail.split(':').filter(Boolean)
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
}

/**
 * The key that an address is counted by: an IPv4 address as itself, even if written as IPv6; an IPv6 address
 * as its /64, the smallest network that one household gets.
 */
export function addressKey(address: string): string {
  const mapped = address.toLowerCase().replace(/^::ffff:/, '')
  if (isIPv4(mapped)) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const network = groupsOf(plain).slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
