import { queryOptions } from '@tanstack/react-query'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import {
  type RUN_ITEM_STATES,
  type RunItem,
  type RunRemedy,
  type RunWithMails,
  run,
  runItem,
  runWithMails,
} from '#contract/runs/runs.ts'
import { request } from '#web/lib/api/api.ts'
import { rarelyIfLive } from '#web/lib/api/live-state.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { listCall } from '#web/lib/list/list-call.ts'

const POLL_MS = 500
/** Milliseconds between two reads of waiting mails, which are rarer: a mail server may be down for hours. */
const MAIL_POLL_MS = 5000

const interval = (data: RunWithMails | undefined) =>
  !data?.finishedAt ? rarelyIfLive(POLL_MS) : data.mails.waiting > 0 ? rarelyIfLive(MAIL_POLL_MS) : false

/** A run, read again until it is over and its mails have left. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['runs', String(id)],
    queryFn: ({ signal }) => request(runWithMails, `runs/${id}`, { signal }),
    refetchInterval: ({ state }) => interval(state.data),
    staleTime: 0,
  })

/** All runs, newest first. */
export const runsCall = listCall({
  key: ['runs', 'all'],
  path: 'runs',
  row: run,
  byDefault: { column: 'createdAt', descending: true },
})

type ItemState = (typeof RUN_ITEM_STATES)[number]

/** Rows of a run, those in one state if given. */
export const itemsCall = (id: number, state: ItemState | undefined) =>
  listCall({ key: ['runs', String(id), 'rows'], path: `runs/${id}/items`, row: runItem, filters: { state } })

/** All rows of a run in one state. */
export async function readItems(id: number, state: ItemState, signal?: AbortSignal): Promise<RunItem[]> {
  const items: RunItem[] = []
  for (let page = 1; ; page += 1) {
    const query = { state, page, per_page: MAX_PER_PAGE }
    const answer = await request(listOf(runItem), `runs/${id}/items`, { query, signal })
    items.push(...answer.items)
    if (items.length >= answer.totalCount || answer.items.length === 0) return items
  }
}

/** Rows of a run that failed or were left out, with their reasons. */
export const troubleQuery = (id: number, state: ItemState) =>
  queryOptions({
    queryKey: ['runs', String(id), 'items', state],
    queryFn: async ({ signal }) => (await readItems(id, state, signal)).filter(({ reason }) => reason !== null),
    staleTime: 0,
  })

const act = (verb: string) => (id: number) => request(run, `runs/${id}/${verb}`, { method: 'POST' })
export const undoRun = act('undo')
/** Tries failed rows again: those with the remedy, with it; by default all. */
export const retryRun = (id: number, remedy?: RunRemedy) =>
  request(run, `runs/${id}/retry`, { method: 'POST', ...(remedy && { body: { remedy } }) })
export const stopRun = act('stop')

/** Reads again what a run changes: orders, offers, sailings, cargo, voyages, the queue and the mail log. */
export const refreshAfterRun = () =>
  Promise.all(
    [['orders'], ['offers'], ['clients'], ['sailings'], ['vessels'], ['attention'], ['mail-log'], ['runs', 'all']].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** Stops, retries or undoes a run, and shows its new state. */
export async function changeRun(id: number, call: (id: number) => Promise<unknown>): Promise<void> {
  await call(id)
  await queryClient.invalidateQueries({ queryKey: ['runs', String(id)] })
  await refreshAfterRun()
}
