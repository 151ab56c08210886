import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '#contract/lib/envelope.ts'
import { type ListCall, pageQuery } from '#web/lib/list/list-call.ts'
import { readListState } from '#web/lib/list/list-state.ts'
import { showWords } from './compare-pages.ts'
import { followPage, type Waiting } from './follow-page.ts'

interface Row {
  id: number
  name: string
}

const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id, name: `Row ${id}` }))
const pageOf = (items: Row[]): Page<Row> => ({
  items,
  totalCount: items.length,
  numItemsPerPage: 10,
  currentPageNumber: 1,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A list on screen with these rows, and a server whose rows the test changes. */
function open(shown: Row[], { byIds = true, search = '' } = {}) {
  const server = { rows: shown, pages: 0, asked: [] as number[][], held: undefined as Promise<void> | undefined }
  const state = readListState({ search: search || undefined })
  const call: ListCall<Row> = {
    key: ['things'],
    filters: {},
    byDefault: { column: 'id', descending: true },
    query: () => ({}),
    read: async () => {
      server.pages += 1
      const answer = pageOf(server.rows)
      await server.held
      return answer
    },
    rows: byIds
      ? async (ids) => {
          server.asked.push([...ids])
          return server.rows.filter(({ id }) => ids.includes(id))
        }
      : undefined,
  }
  const cache = new QueryClient()
  const { queryKey } = pageQuery(call, state)
  cache.setQueryData(queryKey, pageOf(shown))
  const seen = { places: [] as (readonly number[])[], waiting: null as Waiting<Row> | null }
  const followed = followPage({
    cache,
    call,
    state,
    keyOf: ({ id }: Row) => id,
    onRows: (places) => seen.places.push(places),
    onWaiting: (waiting) => {
      seen.waiting = waiting
    },
  })
  const items = () => cache.getQueryData<Page<Row>>(queryKey)?.items ?? []
  return {
    server,
    seen,
    followed,
    cache,
    queryKey,
    items,
    chip: () => seen.waiting && showWords(seen.waiting.differences),
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('changed rows are read by their ids, and change in place', async () => {
  const { server, seen, followed, items, chip } = open(rows(3, 2, 1))
  const before = items()
  server.rows = [
    { id: 3, name: 'Row 3' },
    { id: 2, name: 'Changed' },
    { id: 1, name: 'Row 1' },
  ]
  followed.changed({ ids: [2, 77], created: false })
  await pass(1_000)
  expect(server).toMatchObject({ asked: [[2]], pages: 0 })
  expect(items().map(({ name }) => name)).toEqual(['Row 3', 'Changed', 'Row 1'])
  expect(seen.places).toEqual([[1]])
  // Unchanged rows are not rendered again.
  expect(items()[0]).toBe(before[0])
  expect(chip()).toBeNull()
})

test('rows of other pages are not read', async () => {
  const { server, followed } = open(rows(3, 2, 1))
  followed.changed({ ids: [77], created: false })
  await pass(5_000)
  expect(server).toMatchObject({ asked: [], pages: 0 })
})

test('new rows and moved ones wait, and no row leaves its place until they are shown', async () => {
  const { server, seen, followed, items, chip } = open(rows(5, 4, 3, 2, 1))
  server.rows = rows(8, 7, 6, 1, 5, 4, 3, 2)
  followed.changed({ ids: [6, 7, 8], created: true })
  await pass(1_000)
  expect(items().map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
  expect(chip()).toBe('Show 3 new, 1 moved')
  if (seen.waiting) followed.show(seen.waiting)
  expect(items().map(({ id }) => id)).toEqual([8, 7, 6, 1, 5, 4, 3, 2])
  expect(chip()).toBeNull()
})

test('a change may move rows in a list of another order: the page is read', async () => {
  const { server, followed, chip } = open(rows(5, 4), { search: 'x' })
  server.rows = rows(4, 5)
  followed.changed({ ids: [4], created: false })
  await pass(1_000)
  expect(server.pages).toBe(1)
  expect(chip()).toBe('Show 1 moved')
})

test('a list that cannot read rows by their ids reads its page, at most once in two seconds', async () => {
  const { server, followed, items } = open(rows(2, 1), { byIds: false })
  server.rows = [
    { id: 2, name: 'Changed' },
    { id: 1, name: 'Row 1' },
  ]
  for (let n = 0; n < 20; n++) {
    followed.changed({ ids: [2], created: false })
    await pass(100)
  }
  expect(items()[0]?.name).toBe('Changed')
  expect(server.pages).toBe(1)
  await pass(3_000)
  expect(server.pages).toBe(2)
})

test('a row that is gone when it is read by id makes the page be read', async () => {
  const { server, followed, items, chip } = open(rows(3, 2, 1))
  server.rows = rows(3, 1)
  followed.changed({ ids: [2], created: false })
  await pass(1_000)
  expect(items()).toHaveLength(3)
  expect(chip()).toBe('Show 1 gone')
})

test('an answer from before an own refresh does not overwrite it', async () => {
  const { server, followed, cache, queryKey, items } = open(rows(2, 1), { byIds: false })
  let release = () => {}
  server.held = new Promise<void>((resolve) => {
    release = resolve
  })
  followed.changed({ ids: [2], created: false })
  await pass(1_000)
  // An own save reads the page too, while it is being read.
  const own = [{ id: 2, name: 'Mine' }]
  cache.setQueryData(queryKey, pageOf(own), { updatedAt: Date.now() + 1 })
  server.held = undefined
  release()
  await pass(100)
  expect(items()).toEqual(own)
  // The page is read again.
  server.rows = [{ id: 2, name: 'Newer' }]
  await pass(3_000)
  expect(items()[0]?.name).toBe('Newer')
})

test('a row that a filter lets through by now is new, one that it no longer lets through is gone', async () => {
  const { server, seen, followed, chip } = open(rows(5, 3, 1), { search: 'x' })
  server.rows = rows(5, 4, 3, 1)
  followed.changed({ ids: [4], created: false })
  await pass(1_000)
  expect(chip()).toBe('Show 1 new')
  if (seen.waiting) followed.show(seen.waiting)
  server.rows = rows(5, 3, 1)
  followed.changed({ ids: [4], created: false })
  await pass(3_000)
  expect(chip()).toBe('Show 1 gone')
})
