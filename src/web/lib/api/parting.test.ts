import { beforeEach, expect, test, vi } from 'vitest'
import { sendParting } from './parting.ts'
import { storedToken } from './token.ts'

let sent: RequestInit[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init)
    throw new TypeError('The page is gone')
  })
})

test('a call of a page that goes is kept alive, carries the session, and fails in silence', () => {
  sendParting('PUT', 'drafts/set-event/7', { comment: 'é' })
  expect(sent).toEqual([])
  storedToken.set('T'.repeat(43), 1)
  sendParting('PUT', 'drafts/set-event/7', { comment: 'é' })
  expect(sent).toMatchObject([{ method: 'PUT', keepalive: true, body: '{"comment":"é"}' }])
  expect(sent[0]?.headers).toMatchObject({ 'user-token': 'T'.repeat(43), 'content-type': 'application/json' })
})

test('a body of 60 KB is sent, a larger one is not, since the browser would refuse it', () => {
  storedToken.set('T'.repeat(43), 1)
  const around = JSON.stringify({ comment: '' }).length
  sendParting('PUT', 'x', { comment: 'x'.repeat(60 * 1024 - around) })
  expect(sent).toHaveLength(1)
  sendParting('PUT', 'x', { comment: 'x'.repeat(60 * 1024 - around + 1) })
  sendParting('PUT', 'x', { comment: 'é'.repeat(30 * 1024) })
  expect(sent).toHaveLength(1)
})
