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

/** Search params of a list; invalid ones are dropped, defaults stay out of the address. */
export const listSearch = z.object({
  page: wholeNumber.optional().catch(undefined),
  per_page: wholeNumber
    .refine((size) => PAGE_SIZES.some((each) => each === size))
    .optional()
    .catch(undefined),
  sort: z.string().regex(SORT).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
})
/** Search params whose change shows other rows; leaving the list's tab does so too. */
export const LIST_KEYS = [...listSearch.keyof().options, 'tab']
/** Search params of a list, validated by `listSearch`. */
export type ListSearch = z.infer<typeof listSearch>

/** The state of a list: page from 1, rows per page, sorted column, searched text. */
export interface ListState {
  page: number
  perPage: number
  sort: Sort | null
  search: string
}

/**
 * A saved view's values, which the address leaves out in place of the defaults. A size that is one person's own choice
 * (`own`) is left out only if it is everybody's: a copied link opens the same rows.
 */
export type ListBase = Partial<Pick<ListState, 'perPage' | 'search'>> & { own?: boolean }
/** The search param of a search that was cleared although the base has one. */
const CLEARED = ' '

/** Reads the state from search params. */
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

/** Search params after a change. Any but the page goes back to page 1; the base's values are left out. */
export function changeListSearch(search: ListSearch, change: Partial<ListState>, base: ListBase = {}): ListSearch {
  const state = { ...readListState(search, base), page: 1, ...change }
  const usual = base.perPage ?? DEFAULT_PER_PAGE
  const isUsual = state.perPage === usual && (!base.own || usual === DEFAULT_PER_PAGE)
  return {
    page: state.page > 1 ? state.page : undefined,
    per_page: isUsual ? undefined : state.perPage,
    sort: state.sort ? `${state.sort.column}.${state.sort.descending ? 'desc' : 'asc'}` : undefined,
    search: state.search === (base.search ?? '') ? undefined : state.search || CLEARED,
  }
}

/** The query of a list call; `sortKeys` has the server's name of each sortable column. */
export function listQuery(state: ListState, sortKeys: Record<string, string>): Record<string, string | number> {
  const key = state.sort ? sortKeys[state.sort.column] : undefined
  return {
    page: state.page,
    per_page: state.perPage,
    ...(key && state.sort ? { [`order[${key}]`]: state.sort.descending ? 'desc' : 'asc' } : {}),
  }
}

/** The state of the list at this address, and how to change it. The route must validate `listSearch`. */
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
      // Meanwhile the user went elsewhere.
      if (router.latestLocation.pathname !== pathname) return setAsked(null)
      // The address may have changed within this frame: `before` has its latest params.
      const changed = (before: object) => ({ ...before, ...changeListSearch(listSearch.parse(before), next, base) })
      const arrived = navigate({ to: '.', search: changed, ...options })
      void arrived.finally(() => setAsked(null))
    })
  }
  /** Puts the page that was answered into the address, unless the address has changed by then. */
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
  // The pending state shows a click before the router does, which renders a new address in a transition, with
  // all rows if they are cached.
  const pending = asked?.from === search ? asked.to : null
  /** Searches for a text. Back returns to the list before the search, not through each letter typed. */
  const searchFor = (text: string) => change({ search: text }, { replace: state.search !== '' })
  /** Goes to the last page of the whole list, where a new record appears; search and filters are dropped. */
  const showLast = () => void navigate({ to: '.', search: ({ tab }: { tab?: string }) => ({ tab, page: LAST_PAGE }) })
  return { state, pending, change, correctPage, searchFor, showLast }
}
