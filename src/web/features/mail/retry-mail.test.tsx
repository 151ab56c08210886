import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Mail } from '#contract/mail/mails.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { toasts } from '#web/lib/feedback/toast.ts'
import { renderInApp } from '#web/test/render.tsx'
import { RetryMail } from './retry-mail.tsx'

const delivery = {
  id: 1,
  role: 'to',
  name: 'Anna',
  address: 'anna@example.test',
  attempts: 1,
  reason: 'x',
  sentAt: null,
  bounce: null,
}
const mail = {
  ...{
    id: 9,
    kind: 'event',
    orderId: 7,
    templateTitle: null,
    subject: 'Loaded',
    orderIds: [],
    createdAt: '2026-11-20T08:00:00.000Z',
    messageId: null,
    inReplyTo: null,
    threadId: null,
  },
  createdBy: null,
  sendAt: null,
  deliveries: [{ ...delivery, state: 'failed' }],
} as Mail

test.each([
  [true, 'The mail will be sent again'],
  [false, 'The mail waits: no mail server is configured'],
])('a retried mail says what will happen to it: with a mail server %s', async (mailConfigured, words) => {
  queryClient.setQueryData(settingsQuery.queryKey, { timeZone: 'UTC', mailConfigured } as never)
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: '', data: { ...mail, html: '', text: '' } }))
  renderInApp(<RetryMail mail={mail} />)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(toasts.get().at(-1)?.title).toBe(words))
})
