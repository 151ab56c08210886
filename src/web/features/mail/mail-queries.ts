import { queryOptions, useMutation } from '@tanstack/react-query'
import { MailState } from '#contract/codes/mail-state.ts'
import { listOf } from '#contract/lib/envelope.ts'
import { type Mail, mail, mailWithText, retriedMails } from '#contract/mail/mails.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { request } from '#web/lib/api/api.ts'
import { rarelyIfLive } from '#web/lib/api/live-state.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { type Filters, listCall, NEWEST_FIRST } from '#web/lib/list/list-call.ts'
import { isUnderWay } from './shared/mail-query.ts'

const MAIL_WATCH_MS = 2000
const MOST_OF_AN_ORDER = 200

/** Mails of the outbox, newest first: all, or those with a delivery in a state, narrowed by filters. */
export const mailsCall = (state: MailState | undefined, filters: Filters = {}) =>
  listCall({
    key: ['mail-log'],
    path: 'admin/mail',
    row: mail,
    sortKeys: ['id'],
    filters: { state, ...filters },
    byDefault: NEWEST_FIRST,
  })

const retry = (id: number) => request(mailWithText, `admin/mail/${id}/retry`, { method: 'POST' })
/** Refreshes the mail log, the orders that show a mail's state, and the queue, which has failed mails. */
const refresh = () =>
  Promise.all([
    refreshQueue(),
    ...[['mail-log'], ['orders']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ])

/** True if there is a mail server that sends queued mails. */
const canSend = () => queryClient.getQueryData(settingsQuery.queryKey)?.mailConfigured !== false

export const useRetry = () =>
  useMutation({
    mutationFn: retry,
    onSuccess: () =>
      showSuccess(canSend() ? 'The mail will be sent again' : 'The mail waits: no mail server is configured'),
    onError: (error) => showError(error),
    onSettled: refresh,
  })

/** True if a delivery waits: held, or queued behind others. */
export const isWaiting = ({ deliveries }: Mail) => deliveries.some(({ state }) => state === MailState.QUEUED)

/** The mails of an order, newest first; polled while one is under way. */
export const orderMailsQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'mails', orderId],
    queryFn: async ({ signal }) => {
      const query = { order_id: orderId, page: 1, per_page: MOST_OF_AN_ORDER }
      return (await request(listOf(mail), 'admin/mail', { query, signal })).items
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? rarelyIfLive(MAIL_WATCH_MS) : false),
  })

/** Mails that were not sent, and can be sent again together. */
export type Stuck = typeof MailState.FAILED | typeof MailState.UNSENT

/** The number of failed or unsent mails: all, or those that match a search. */
export const stuckCountQuery = (state: Stuck, search: string) =>
  queryOptions({
    queryKey: ['mail-log', state, search],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: 1, state, search }
      return (await request(listOf(mail), 'admin/mail', { query, signal })).totalCount
    },
    staleTime: 0,
  })

interface StuckMails {
  state: Stuck
  search: string
  /** The number of mails when the dialog asked. */
  total: number
}

/** Queues the failed or unsent mails that match a search again, in batches; returns their number. */
async function retryAllStuck(
  { state, search, total }: StuckMails,
  onProgress: (done: number, of: number) => void,
): Promise<number> {
  let count = 0
  let next: number | null = null
  do {
    onProgress(count, total)
    const body: object = { state, search, before: next }
    const done = await request(retriedMails, 'admin/mail/retry', { method: 'POST', body })
    count += done.count
    next = done.next
  } while (next !== null)
  return count
}

export const useRetryAll = (onProgress: (done: number, of: number) => void) =>
  useMutation({
    mutationFn: (stuck: StuckMails) => retryAllStuck(stuck, onProgress),
    onSuccess: (count) => {
      const [mails, wait] = count === 1 ? ['1 mail', 'waits'] : [`${count} mails`, 'wait']
      showSuccess(canSend() ? `${mails} will be sent again` : `${mails} ${wait}: no mail server is configured`)
    },
    onError: (error) => showError(error),
    onSettled: refresh,
  })
