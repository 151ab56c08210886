import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { Page } from '#contract/lib/envelope.ts'
import { type ListCall, pageQuery } from '#web/lib/list/list-call.ts'
import type { ListState } from '#web/lib/list/list-state.ts'
import { comparePages, type Differences, type RowKey } from './compare-pages.ts'
import type { ListChange } from './list-changes.ts'
import { paced } from './paced.ts'

/** Milliseconds within which changes are read together. */
const TOGETHER_MS = 100
const ROWS_GAP_MS = 500
const PAGE_GAP_MS = 2_000
/** The most rows to read by their ids in one call. */
const MOST_IDS = 200

/** A fresh page that waits, while rows on screen stay where they are. */
export interface Waiting<Row> {
  fresh: Page<Row>
  differences: Differences
}

interface FollowOptions<Row> {
  cache: QueryClient
  call: ListCall<Row>
  state: ListState
  keyOf: (row: Row) => RowKey
  /** Called right before rows show other values, with their places on the page. */
  onRows: (places: readonly number[]) => void
  /** Called when a fresh page waits to be shown; with null when none does. */
  onWaiting: (waiting: Waiting<Row> | null) => void
}

/** The page in the cache. */
function cachedPage<Row>({ cache, call, state, keyOf, onRows }: FollowOptions<Row>) {
  const { queryKey } = pageQuery(call, state)
  const shown = () => cache.getQueryData<Page<Row>>(queryKey)
  const readAt = () => cache.getQueryState(queryKey)?.dataUpdatedAt
  return {
    shown,
    set: (page: Page<Row>) => cache.setQueryData(queryKey, page),
    /** Shows these rows in their places, and the rest of the page's data. */
    putRows(rows: readonly Row[], rest: Partial<Page<Row>> = {}): void {
      const before = shown()
      if (!before) return
      const now = new Map(rows.map((row) => [keyOf(row), row]))
      const items = before.items.map((row) => now.get(keyOf(row)) ?? row)
      const after = replaceEqualDeep(before, { ...before, ...rest, items })
      const places = after.items.flatMap((row, index) => (row === before.items[index] ? [] : [index]))
      if (places.length > 0) onRows(places)
      // The old date stays: rows may have other places by now.
      cache.setQueryData(queryKey, after, { updatedAt: readAt() })
    },
    /** Reads, and uses the answer unless the page was read otherwise meanwhile: it may then be older. */
    async read<T>(call: () => Promise<T>, use: (read: T) => void, again: () => void): Promise<void> {
      const since = readAt()
      const answer = await call()
      if (readAt() === since) use(answer)
      else again()
    },
  }
}

/**
 * Keeps a page on screen current while others change its rows: values change in place, and changes that would
 * move rows wait (`onWaiting`). Rows are read by their ids if the list can; the page is read at most every
 * two seconds.
 */
export function followPage<Row>(options: FollowOptions<Row>) {
  const { call, state, keyOf, onWaiting } = options
  const { shown, set, putRows, read } = cachedPage(options)
  const created = new Set<RowKey>()
  const asked = new Set<number>()
  let stopped = false
  /** True if rows keep their places whatever changes in them. */
  const steady = call.rows && !state.sort && !state.search && Object.values(call.filters).every((value) => !value)

  const readRows = async () => {
    const ids = [...asked].slice(0, MOST_IDS)
    asked.clear()
    const use = (answer: Row[]) => {
      if (stopped) return
      const found = answer.filter((row) => ids.some((id) => id === keyOf(row)))
      putRows(found)
      if (found.length < ids.length) page.wish()
    }
    await read(async () => (await call.rows?.(ids)) ?? [], use, page.wish)
  }
  const compare = (fresh: Page<Row>) => {
    const before = shown()
    if (!before || stopped) return
    const keys = before.items.map(keyOf)
    // The newest record has the highest id; texts say nothing about age.
    const last = Math.max(0, ...keys.filter((key) => typeof key === 'number'))
    const isFirstPage = before.currentPageNumber === 1
    const isNew = (key: RowKey) => created.has(key) || (isFirstPage && typeof key === 'number' && key > last)
    const isCounted = !before.totalCapped && !fresh.totalCapped
    const growth = isCounted ? fresh.totalCount - before.totalCount : null
    const differences = comparePages(keys, fresh.items.map(keyOf), isNew, { growth, isFirstPage })
    putRows(fresh.items, fresh.currentPageNumber === before.currentPageNumber ? fresh : {})
    onWaiting(Object.values(differences).every((n) => n === 0) ? null : { fresh, differences })
  }
  const page = paced(() => read(() => call.read(state), compare, page.wish), { after: TOGETHER_MS, gap: PAGE_GAP_MS })
  const rows = paced(readRows, { after: TOGETHER_MS, gap: ROWS_GAP_MS })

  return {
    changed: ({ ids, created: isNew }: Pick<ListChange, 'ids' | 'created'>) => {
      if (isNew) for (const id of ids ?? []) created.add(id)
      const here = new Set(shown()?.items.map(keyOf))
      const inSight = call.rows ? (ids ?? []).filter((id) => here.has(id)) : []
      for (const id of inSight) asked.add(id)
      if (inSight.length > 0) rows.wish()
      if (!steady || isNew || !ids) page.wish()
    },
    /** Shows the waiting page. */
    show: ({ fresh }: Waiting<Row>) => {
      created.clear()
      set(fresh)
      onWaiting(null)
    },
    stop: () => {
      stopped = true
      rows.stop()
      page.stop()
    },
  }
}
