import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import type { ViewedList } from '#contract/views/view.ts'
import { request } from '#web/lib/api/api.ts'
import { useCompactRows } from '#web/lib/list/row-choices.ts'
import type { ShownView } from './view-state.ts'

/** A list without any view or filter. */
const PLAIN: ShownView = { filters: {} }

const seenView = z.looseObject({ id: z.int(), isDefault: z.boolean() })

/** A person's views of a list, and those that colleagues share. */
export const viewsQuery = (list: ViewedList) =>
  queryOptions({
    queryKey: ['views', list],
    queryFn: async ({ signal }) => (await request(listOf(seenView), 'views', { query: { list }, signal })).items,
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

/** The view at this address; null until it is known. A bare address opens the person's default view. */
export function useShownView(list: ViewedList): ShownView | null {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const plain = isPlain(search)
  const { data: views = NONE, isPending } = useQuery(viewsQuery(list))
  const { data: read, isError } = useQuery({ ...readerQuery, enabled: !plain })
  const first = Object.values(search).every((value) => value === undefined) && views.find(({ isDefault }) => isDefault)
  useEffect(() => {
    if (first) void navigate({ to: '.', search: () => ({ view: first.id }), replace: true })
  }, [first, navigate])
  return useMemo(() => {
    if (isPending || first) return null
    if (plain || isError) return PLAIN
    return read ? read(list, views, search) : null
  }, [isPending, first, plain, isError, read, list, views, search])
}
const NONE: never[] = []

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
  const density = shown.viewed?.saved.density === other ? undefined : other
  return { on, flip: () => void navigate({ to: '.', search: (before: object) => ({ ...before, density }) }) }
}
