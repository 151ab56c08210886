import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { mailAddresses } from '#contract/mail-addresses.ts'
import { type Mail, mail, mailWithText } from '#contract/mails.ts'
import { request } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { showError } from '#web/lib/toast.tsx'

const MAIL_WATCH_MS = 2000
const MOST = 200

const isUnderWay = ({ deliveries }: Mail) => deliveries.some(({ state }) => state === 'queued' || state === 'sending')

/** The mails of an order, newest first; watched while one is on its way. */
export const mailsQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'mails', orderId],
    queryFn: async ({ signal }) => {
      const query = { order_id: orderId, page: 1, per_page: MOST }
      return (await request(listOf(mail), 'admin/mail', { query, signal })).items
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? MAIL_WATCH_MS : false),
  })

/** One mail with its text as sent. */
export const mailQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'mail', id],
    queryFn: ({ signal }) => request(mailWithText, `admin/mail/${id}`, { signal }),
  })

/** Sends what of a mail has failed again. */
export const useRetryMail = () =>
  useMutation({
    mutationFn: (id: number) => request(mailWithText, `admin/mail/${id}/retry`, { method: 'POST' }),
    onError: (error) => showError(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })

/** How many addresses get a copy of every order mail. */
export const copiesQuery = queryOptions({
  queryKey: [mailAddresses.path, 'copies'],
  queryFn: async ({ signal }) => {
    const query = { page: 1, per_page: MAX_PER_PAGE }
    const addresses = await request(z.array(mailAddresses.row), mailAddresses.path, { query, signal })
    return addresses.filter(({ send }) => send).length
  },
  staleTime: 60_000,
})
