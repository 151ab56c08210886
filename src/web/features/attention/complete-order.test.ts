import { expect, test, vi } from 'vitest'
import { toasts } from '#web/lib/feedback/toast.ts'
import { completeOrder } from './complete-order.ts'

test('a delivered order is completed without a mail, and a refusal says why', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    sent.push(`${method} ${url} ${body}`)
    return Response.json({ code: 409, message: 'Somebody else changed this order', data: null }, { status: 409 })
  })
  completeOrder(7)
  await vi.waitFor(() => expect(toasts.get()[0]?.message).toBe('Somebody else changed this order'))
  expect(sent).toEqual([expect.stringMatching(/^PUT \/api\/request\/booking\/edit\/7\?notify=0 \{"status":2\}$/)])
})
