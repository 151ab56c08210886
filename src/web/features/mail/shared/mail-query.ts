import { queryOptions } from '@tanstack/react-query'
import { MailState } from '#contract/codes/mail-state.ts'
import { type Mail, mailWithText } from '#contract/mail/mails.ts'
import { request } from '#web/lib/api/api.ts'
import { rarelyIfLive } from '#web/lib/api/live-state.ts'

/** True if a delivery has neither arrived nor failed. */
export const isUnderWay = ({ deliveries }: Mail) =>
  deliveries.some(({ state }) => state === MailState.QUEUED || state === MailState.SENDING)

/** A mail of the outbox with its text. */
export const mailQuery = (id: number) =>
  queryOptions({
    queryKey: ['mail-log', 'one', id],
    queryFn: ({ signal }) => request(mailWithText, `admin/mail/${id}`, { signal }),
    // Mails under way are polled until delivered or failed.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? rarelyIfLive(3_000) : false),
  })
