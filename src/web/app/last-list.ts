import type { AnyRouter } from '@tanstack/react-router'

interface LastList {
  /** Its place in the history. */
  index: number
  search: Record<string, unknown>
}

const seen = new Map<string, LastList>()

/** How the list of that address was when it was last seen in this tab. */
export const lastList = (path: string) => seen.get(path)

/** Remembers each list as it is left; '/' is the orders list too. */
export function rememberLists(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    const path = fromLocation?.pathname === '/' ? '/orders' : fromLocation?.pathname
    if (!fromLocation || !path || !['/orders', '/clients', '/csr'].includes(path)) return
    seen.set(path, { index: fromLocation.state.__TSR_index, search: fromLocation.search })
  })
}
