import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { MAX_PER_PAGE, PAGE_SIZES } from '#contract/lib/envelope.ts'
import { afterFrame } from '#web/lib/browser/after-frame.ts'

/** A page past the end of every list: the server returns its last one. */
export const LAST_PAGE = 999_999_999
const DEFAULT_PER_PAGE = PAGE_SIZES[0]

/** A sorted column. */
export interface Sort {
  column: string
  descending: boolean
}

const SORT = /^([A-Za-z_]{1,40})\.(asc|desc)$/
const wholeNumber = z.coerce.number().int().min(1).max(LAST_PAGE)

/** The search params of a list; invalid ones are dropped, defaults stay out of the address. */
export const listSearch = z.object({
  page: wholeNumber.optional().catch(undefined),
  per_page: wholeNumber
    .refine((size) => PAGE_SIZES.some((each) => each === size))
    .optional()
    .catch(undefined),
  sort: z.string().regex(SORT).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
})
/** The search params whose change shows other rows; leaving the list's tab does so too. */
export const LIST_KEYS = [...listSearch.keyof().options, 'tab']
/** The search params of a list, as validated. */
export type ListSearch = z.infer<typeof listSearch>

/** What a list shows: page from 1, rows per page, sorted column, searched text. */
export interface ListState {
  page: number
  perPage: number
  sort: Sort | null
  search: string
}

/** What an address leaves out, when it is not the usual: a saved view's own. */
export type ListBase = Partial<Pick<ListState, 'perPage' | 'search'>>
/** In the address, a search that was cleared where the base has one. */
const CLEARED = ' '

/** The state in the search params. */
export function readListState(search: ListSearch, base: ListBase = {}): ListState {
  const sorted = SORT.exec(search.sort ?? '')
  const text = search.search ?? base.search ?? ''
  return {
    page: search.page ?? 1,
    perPage: search.per_page ?? base.perPage ?? DEFAULT_PER_PAGE,
    sort: sorted?.[1] ? { column: sorted[1], descending: sorted[2] === 'desc' } : null,
    search: text === CLEARED ? '' : text,
  }
}

/** All rows in one page, for lists that stay short. */
export const ALL_ROWS: ListState = { ...readListState({}), perPage: MAX_PER_PAGE }

/** Search params after a change: any change but the page itself goes back to page 1; what the base has is left out. */
export function changeListSearch(search: ListSearch, change: Partial<ListState>, base: ListBase = {}): ListSearch {
  const state = { ...readListState(search, base), page: 1, ...change }
  return {
    page: state.page > 1 ? state.page : undefined,
    per_page: state.perPage === (base.perPage ?? DEFAULT_PER_PAGE) ? undefined : state.perPage,
    sort: state.sort ? `${state.sort.column}.${state.sort.descending ? 'desc' : 'asc'}` : undefined,
    search: state.search === (base.search ?? '') ? undefined : state.search || CLEARED,
  }
}

/** The query of a list call: sort keys are the server's name for each column that can be sorted by. */
export function listQuery(state: ListState, sortKeys: Record<string, string>): Record<string, string | number> {
  const key = state.sort ? sortKeys[state.sort.column] : undefined
  return {
    page: state.page,
    per_page: state.perPage,
    ...(key && state.sort ? { [`order[${key}]`]: state.sort.descending ? 'desc' : 'asc' } : {}),
  }
}

/** The state of the list at this address, and how to change it. The route validates its search by `listSearch`. */
export function useListState(base?: ListBase) {
  const raw = useSearch({ strict: false })
  const router = useRouter()
  const navigate = useNavigate()
  const search = useMemo(() => listSearch.parse(raw), [raw])
  const state = useMemo(() => readListState(search, base), [search, base])
  const [asked, setAsked] = useState<{ from: ListSearch; to: ListState } | null>(null)
  const change = (next: Partial<ListState>, options: { replace?: boolean; resetScroll?: boolean } = {}) => {
    setAsked({ from: search, to: readListState(changeListSearch(search, next, base), base) })
    const { pathname } = router.latestLocation
    afterFrame(() => {
      // Meanwhile somebody went elsewhere.
      if (router.latestLocation.pathname !== pathname) return setAsked(null)
      // The address may have changed within this frame: the change is made to what it says by now.
      const changed = (before: object) => ({ ...before, ...changeListSearch(listSearch.parse(before), next, base) })
      const arrived = navigate({ to: '.', search: changed, ...options })
      void arrived.finally(() => setAsked(null))
    })
  }
  /** Puts the page that was answered into the address, unless it says something else by then. */
  const correctPage = (page: number) => {
    const { pathname } = router.latestLocation
    const asks = JSON.stringify(search)
    afterFrame(() => {
      const { latestLocation: now } = router
      if (now.pathname !== pathname || JSON.stringify(listSearch.parse(now.search)) !== asks) return
      const corrected = (before: object) => ({ ...before, ...changeListSearch(search, { page }, base) })
      void navigate({ to: '.', search: corrected, replace: true })
    })
  }
  // A click is answered before the router takes it up: it renders a new address in a transition, with all rows if they are known.
  const pending = asked?.from === search ? asked.to : null
  /** Back returns to the list before the search, not through each letter typed. */
  const searchFor = (text: string) => change({ search: text }, { replace: state.search !== '' })
  /** The last page of the whole list, where a new record appears; search and filters are dropped. */
  const showLast = () => void navigate({ to: '.', search: ({ tab }: { tab?: string }) => ({ tab, page: LAST_PAGE }) })
  return { state, pending, change, correctPage, searchFor, showLast }
}
