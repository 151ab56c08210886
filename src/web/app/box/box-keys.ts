import { onMac } from '#web/lib/browser/box.ts'

/** The key that opens the box, as staff read it. */
export const BOX_KEY = onMac ? '⌘K' : 'Ctrl K'

/** Pages by the key that goes to them, after `g`. */
export const GO_KEYS = {
  o: { to: '/orders', label: 'Orders' },
  c: { to: '/clients', label: 'Clients' },
  w: { to: '/today', label: 'Today, the work that waits' },
  s: { to: '/sailings', label: 'Sailings' },
  i: { to: '/inbox', label: 'Inbox, mail that comes in' },
  b: { to: '/blog', label: 'Blog' },
  t: { to: '/templates', label: 'Templates' },
} as const

/** The keys that go to a page, 'g o'; undefined without any. */
export const goKeysOf = (to: string): string | undefined => {
  const found = Object.entries(GO_KEYS).find(([, page]) => page.to === to)
  return found && `g ${found[0]}`
}
