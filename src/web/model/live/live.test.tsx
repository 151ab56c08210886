import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChangeEvent } from '#contract/live/live.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { changes } from './changes.ts'
import { Live } from './live.tsx'

let streams: ReadableStreamDefaultController<Uint8Array>[] = []
const hidden = (on: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(on)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  storedToken.set('a token', 1)
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) })
    return { status: 200, ok: true, body }
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  storedToken.clear()
  localStorage.clear()
  queryClient.clear()
  streams = []
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const send = async (event: string, data: object = {}) => {
  streams.at(-1)?.enqueue(new TextEncoder().encode(`event: ${event}\nid: 1.1\ndata: ${JSON.stringify(data)}\n\n`))
  await pass(1)
}
const change = (id: number, own = false): ChangeEvent => ({
  entity: 'orders',
  ids: [id],
  orderIds: [id],
  kind: 'update',
  by: { id: 2, name: 'Marta' },
  own,
})

/** Opens the header of a tab; returns the orders whose changes it heard of. */
async function open() {
  const heard: number[] = []
  const quiet = changes.listen(({ ids }) => heard.push(...ids))
  render(
    <MantineProvider env="test">
      <Live />
    </MantineProvider>,
  )
  await pass(1)
  await send('ping')
  return { heard, quiet }
}

test('own changes are ignored, those of others are heard', async () => {
  const { heard, quiet } = await open()
  await send('change', change(1, true))
  await send('change', change(2))
  expect(heard).toEqual([2])
  quiet()
})

test("a hidden tab collects changes, another tab's own too, and takes them up when it is seen", async () => {
  const { heard, quiet } = await open()
  hidden(true)
  await send('change', change(1, true))
  await send('change', change(2))
  expect(heard).toEqual([])
  hidden(false)
  expect(heard).toEqual([1, 2])
  quiet()
})

test('unreadable news is not an error', async () => {
  const { heard, quiet } = await open()
  await send('change', { entity: 7 })
  await send('news', {})
  await send('change', change(3))
  expect(heard).toEqual([3])
  quiet()
})

test("after 45 silent seconds the header says 'Not live', and Reconnect brings it back", async () => {
  const { quiet } = await open()
  expect(screen.queryByText('Not live ·')).toBeNull()
  await pass(46_000)
  expect(screen.getByText('Not live ·')).toBeTruthy()
  const before = streams.length
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect' }))
  await pass(1)
  expect(streams).toHaveLength(before + 1)
  await send('ping')
  expect(screen.queryByText('Not live ·')).toBeNull()
  quiet()
})
