import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import type { ViewedList } from '#contract/views/view.ts'
import { request } from '#web/lib/api/api.ts'
import { useCompactRows } from '#web/lib/list/row-choices.ts'
import { firstView } from './first-view.ts'
import type { SeenViews, ShownView } from './view-state.ts'

/** A list without any view or filter. */
const PLAIN: ShownView = { filters: {} }

const seenView = z.looseObject({ id: z.int(), isDefault: z.boolean() })
const seenPage = listOf(seenView).extend({ last: z.string().nullable() })
export const NO_VIEWS: SeenViews = { views: [], last: null }

/** A person's views of a list, those that colleagues share, and the one that was opened last. */
export const viewsQuery = (list: ViewedList) =>
  queryOptions({
    queryKey: ['views', list],
    queryFn: async ({ signal }): Promise<SeenViews> => {
      const { items, last } = await request(seenPage, 'views', { query: { list }, signal })
      return { views: items, last }
    },
    staleTime: 60_000,
  })

/** The reader of addresses; loaded with the first address that has something to read. */
export const readerQuery = queryOptions({
  queryKey: ['reader of views'],
  queryFn: async () => (await import('./viewed.ts')).viewedAt,
  staleTime: Number.POSITIVE_INFINITY,
})

const isNarrowed = (key: string) => key === 'view' || key === 'codes' || key === 'ids' || key.startsWith('f.')
/** True for an address that names no view and no filter. */
export const isPlain = (search: object) => !Object.keys(search).some(isNarrowed)

/** Entries of the history whose bare address has shown the whole list: Back shows it again. */
const shownWhole = new Set<string>()

/** The view at this address; null until it is known. A bare address opens the person's first view. */
export function useShownView(list: ViewedList): ShownView | null {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const plain = isPlain(search)
  const { data: seen = NO_VIEWS, isPending } = useQuery(viewsQuery(list))
  const { data: read, isError } = useQuery({ ...readerQuery, enabled: !plain })
  const bare = Object.values(search).every((value) => value === undefined)
  const entry = useEntry(search)
  const first = bare && !shownWhole.has(entry) ? firstView(list, seen) : undefined
  useEffect(() => {
    if (first !== undefined) void navigate({ to: '.', search: () => ({ view: first }), replace: true })
    else if (bare && !isPending) shownWhole.add(entry)
  }, [first, bare, isPending, entry, navigate])
  return useMemo(() => {
    if (isPending || first !== undefined) return null
    if (plain || isError) return PLAIN
    return read ? read(list, seen, search) : null
  }, [isPending, first, plain, isError, read, list, seen, search])
}

/** The entry of the history that these parameters came with. On the way to another page it is still theirs. */
function useEntry(search: object): string {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each address
  return useMemo(() => router.latestLocation.state.__TSR_key ?? '', [search])
}

/** The columns that a view shows, in its order; all of them without a view. */
export const inOrder = <Column extends { id: string }>(
  columns: readonly Column[],
  ids: readonly string[] | undefined,
) => (ids ? ids.flatMap((id) => columns.find((column) => column.id === id) ?? []) : columns)

/** The height of rows, and how to change it: a view's own, in the address, or this browser's setting. */
export function useRowHeight(shown: ShownView | null) {
  const usual = useCompactRows()
  const navigate = useNavigate()
  if (!shown?.density) return usual
  const on = shown.density === 'compact'
  const other = on ? 'normal' : 'compact'
  const saved = shown.viewed?.view ? shown.viewed.saved.density : usual.on ? 'compact' : 'normal'
  const density = saved === other ? undefined : other
  return { on, flip: () => void navigate({ to: '.', search: (before: object) => ({ ...before, density }) }) }
}
