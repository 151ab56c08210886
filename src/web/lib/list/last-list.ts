import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { LAST_PAGE } from './list-state.ts'

/** A list as it was last left in this tab. */
interface LastList {
  /** The list's index in the browser's history. */
  index: number
  search: Record<string, unknown>
  href: string
}

const seen = new Map<string, LastList>()

/** The list at a path as it was last left in this tab. */
export const lastList = (path: string) => seen.get(path)

/** True if the browser's Back returns to that list, scroll position included. */
export const isJustBefore = (left: LastList, router: AnyRouter) =>
  left.index === router.history.location.state.__TSR_index - 1

/** Remembers each list as it is left; `home` is the list that '/' shows. */
export function rememberLists(router: AnyRouter, lists: readonly string[], home: string): void {
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    const path = fromLocation?.pathname === '/' ? home : fromLocation?.pathname
    if (!fromLocation || !path || !lists.includes(path)) return
    const { state, search, href } = fromLocation
    seen.set(path, { index: state.__TSR_index, search, href })
  })
}

/**
 * Returns from an editor to its list as it was left, or to the start of another of its tabs; after adding a
 * record, to the page where new ones are.
 */
export function useBackToList(to: string) {
  const router = useRouter()
  return (tab: string | undefined, added: 'first' | 'last' | null = null) => {
    const left = lastList(to)
    const search = new URLSearchParams({ ...(tab && { tab }), ...(added === 'last' && { page: String(LAST_PAGE) }) })
    if (added) return void router.navigate({ href: `${to}?${search}` })
    if (!left || left.search.tab !== tab) return void router.navigate({ href: tab ? `${to}?tab=${tab}` : to })
    if (isJustBefore(left, router)) router.history.back()
    else void router.navigate({ href: left.href })
  }
}
