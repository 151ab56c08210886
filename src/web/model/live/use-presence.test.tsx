import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveState } from '#web/lib/api/live-state.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { notePeople, type OpenRecord, people } from './people.ts'
import { usePresence } from './use-presence.ts'

const ORDER: OpenRecord = { entity: 'orders', entityId: 7 }
const INGRID = { id: 2, name: 'Ingrid', mode: 'view', part: null } as const

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response())
  liveState.set('on')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  people.set(new Map())
  liveState.set('off')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const hear = (...names: (typeof INGRID)[]) => act(() => notePeople({ ...ORDER, people: names }))
const open = () =>
  renderHook(({ entityId }: { entityId: number }) => usePresence({ ...ORDER, entityId }, null), {
    initialProps: { entityId: ORDER.entityId },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('people of an earlier visit to a record are not shown until the server names them again', () => {
  const first = open()
  hear(INGRID)
  expect(first.result.current).toEqual([INGRID])
  first.unmount()
  const again = open()
  expect(again.result.current).toEqual([])
  hear(INGRID)
  expect(again.result.current).toEqual([INGRID])
  again.rerender({ entityId: 8 })
  expect(again.result.current).toEqual([])
  again.rerender(ORDER)
  expect(again.result.current).toEqual([])
})

test('people of an earlier visit are shown after two silent seconds: nothing has changed then', async () => {
  open()
  hear(INGRID)
  cleanup()
  const again = open()
  await pass(1_990)
  expect(again.result.current).toEqual([])
  await pass(20)
  expect(again.result.current).toEqual([INGRID])
  hear()
  expect(again.result.current).toEqual([])
})
