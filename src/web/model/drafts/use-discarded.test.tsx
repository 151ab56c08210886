import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#contract/drafts/drafts.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { useDiscarded } from './use-discarded.ts'

const draft: Draft = {
  kind: 'set-event',
  id: 7,
  tab: 'a',
  baseVersion: null,
  shape: 1,
  values: { comment: 'Typed' },
  revision: 1,
  by: null,
  createdAt: '2026-11-20T10:02:00Z',
  updatedAt: '2026-11-20T10:02:00Z',
}
const FORM = { kind: 'set-event', id: 7 } as const
let sent: string[]

beforeEach(() => {
  sent = []
  vi.useFakeTimers()
  storedToken.set('T'.repeat(43), 1)
  vi.stubGlobal('fetch', async (url: string, { method, keepalive }: RequestInit) => {
    sent.push(`${method} ${url}${keepalive ? ', keepalive' : ''}`)
    return new Response(JSON.stringify({ code: 200, message: 'OK', data: null }))
  })
})
const DISCARD = 'DELETE /api/drafts/set-event/7?tab=a'

test('a discarded draft is removed ten seconds later', async () => {
  const { result } = renderHook(() => useDiscarded(FORM))
  act(() => result.current.discard(draft))
  expect(result.current.tabs).toEqual(['a'])
  await act(() => vi.advanceTimersByTimeAsync(9_999))
  expect(sent).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(sent).toEqual([DISCARD])
  expect(result.current.tabs).toEqual([])
})

test('a discarded draft can be taken back until then', async () => {
  const { result, unmount } = renderHook(() => useDiscarded(FORM))
  act(() => result.current.discard(draft))
  act(() => result.current.keep('a'))
  expect(result.current.tabs).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  unmount()
  expect(sent).toEqual([])
})

test('leaving the form or the page removes it at once', async () => {
  const { result, unmount } = renderHook(() => useDiscarded(FORM))
  act(() => result.current.discard(draft))
  window.dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual([`${DISCARD}, keepalive`])
  unmount()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(sent).toEqual([`${DISCARD}, keepalive`, DISCARD])
})
