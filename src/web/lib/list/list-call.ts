import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { listOf, type Page } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { isLive } from '#web/lib/api/live-state.ts'
import { type ListState, listQuery, type Sort } from './list-state.ts'

/** Values that narrow a list, by the server's parameter: one value, or any of several; undefined for all. */
export type Filters = Record<string, string | number | readonly string[] | undefined>

/** A list of the server: the key of its cached pages, and how to read one. */
export interface ListCall<Row> {
  /** The key that a refresh of the list invalidates; pages are cached under [...key, 'list']. */
  key: readonly string[]
  filters: Filters
  /** The sort order if the address names none. */
  byDefault: Sort
  /** The parameters of a page. */
  query: (state: ListState) => Filters
  read: (state: ListState, signal?: AbortSignal) => Promise<Page<Row>>
  /** Reads rows by ids; absent if the server cannot. In its default order, such a list never moves rows. */
  rows?: (ids: readonly number[]) => Promise<Row[]>
}

interface ListOptions<Row extends z.ZodType> {
  key: readonly string[]
  path: string
  row: Row
  /** Columns it can be sorted by; a map if the server has other names. */
  sortKeys?: readonly string[] | Record<string, string>
  filters?: Filters
  /** The server's own order, when it is not by ID. */
  byDefault?: Sort
  /** The order a list begins with, when it is not the server's own. */
  startSort?: Sort
}

/** The server's default order. */
const BY_ID: Sort = { column: 'id', descending: false }
export const NEWEST_FIRST: Sort = { column: 'id', descending: true }

/** A list call that answers pages of `row` by page, per_page, order[…], search and filters. */
export function listCall<Row extends z.ZodType>(options: ListOptions<Row>): ListCall<z.output<Row>> {
  const { key, path, row, sortKeys = [], filters = {}, byDefault = BY_ID, startSort } = options
  const names = Array.isArray(sortKeys) ? Object.fromEntries(sortKeys.map((name) => [name, name])) : sortKeys
  const query = (state: ListState) => ({
    ...listQuery({ ...state, sort: state.sort ?? startSort ?? null }, names),
    search: state.search,
    ...filters,
  })
  return {
    key,
    filters,
    byDefault: startSort ?? byDefault,
    query,
    // The cast: zod does not resolve the output of a generic row.
    read: (state, signal) =>
      request(listOf(row), path, { query: query(state), signal }) as Promise<Page<z.output<Row>>>,
  }
}

/** The query of one page; the previous page stays on screen until it arrives. */
export const pageQuery = <Row>({ key, filters, read }: ListCall<Row>, state: ListState) =>
  queryOptions({
    queryKey: [...key, 'list', state, filters],
    queryFn: ({ signal }) => read(state, signal),
    placeholderData: keepPreviousData,
    // A live list moves no row because somebody comes back to the tab.
    refetchOnWindowFocus: () => !isLive(),
  })
