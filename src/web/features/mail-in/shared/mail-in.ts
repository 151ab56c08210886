import { queryOptions } from '@tanstack/react-query'
import { listOf } from '#contract/lib/envelope.ts'
import { MAIL_IN_PATH, mailIn, mailThread, orderMail } from '#contract/mail-in/mail-in.ts'
import { request } from '#web/lib/api/api.ts'

/** The key of all queries about mail that comes in. */
export const MAIL_IN = [MAIL_IN_PATH] as const

/** Mails of an order that are read at first, and how many more each time. */
export const STEP = 50

/** The path of one mail. */
export const mailPath = (id: number) => `${MAIL_IN_PATH}/${id}`

/** One mail that came in; with its pictures on other servers if they were asked for. */
export const mailInQuery = (id: number, { pictures = false } = {}) =>
  queryOptions({
    queryKey: [...MAIL_IN, 'one', id, pictures],
    queryFn: ({ signal }) => request(mailIn, mailPath(id), { query: pictures ? { pictures: 1 } : {}, signal }),
  })

/** The mails of the thread of a mail in both directions, oldest first. */
export const threadQuery = (id: number) =>
  queryOptions({
    queryKey: [...MAIL_IN, 'thread', id],
    queryFn: ({ signal }) => request(mailThread, `${mailPath(id)}/thread`, { signal }),
  })

/** The newest mails of an order in both directions. */
export const mailsOfOrderQuery = (orderId: number, most = STEP) =>
  queryOptions({
    queryKey: ['orders', 'mails', orderId, 'both', most],
    queryFn: ({ signal }) =>
      request(listOf(orderMail), `request/booking/${orderId}/mails`, { query: { page: 1, per_page: most }, signal }),
    placeholderData: (before) => before,
  })
