import { type AnyRouter, useRouter } from '@tanstack/react-router'

const LISTS = ['/orders', '/clients', '/csr', '/blog', '/templates']

interface LastList {
  /** Its place in the history. */
  index: number
  search: Record<string, unknown>
  href: string
}

const seen = new Map<string, LastList>()

/** How the list of that address was when it was last seen in this tab. */
export const lastList = (path: string) => seen.get(path)

/** True when the browser's back leads to that list as it was left, with its place in the page. */
export const isJustBefore = (left: LastList, router: AnyRouter) =>
  left.index === router.history.location.state.__TSR_index - 1

/** Remembers each list as it is left; '/' is the orders list too. */
export function rememberLists(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    const path = fromLocation?.pathname === '/' ? '/orders' : fromLocation?.pathname
    if (!fromLocation || !path || !LISTS.includes(path)) return
    const { state, search, href } = fromLocation
    seen.set(path, { index: state.__TSR_index, search, href })
  })
}

/** Leads from an editor back to its list as it was left; to the beginning of another tab of it where that is meant. */
export function useBackToList(to: '/blog' | '/templates') {
  const router = useRouter()
  return (tab: string | undefined) => {
    const left = lastList(to)
    if (!left || left.search.tab !== tab) return void router.navigate({ href: tab ? `${to}?tab=${tab}` : to })
    if (isJustBefore(left, router)) router.history.back()
    else void router.navigate({ href: left.href })
  }
}
