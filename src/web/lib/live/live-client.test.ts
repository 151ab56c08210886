import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveState } from '#web/lib/api/live-state.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { startLive } from './live-client.ts'

interface Opened {
  headers: Record<string, string>
  send: (text: string) => void
  end: () => void
  aborted: () => boolean
}

let opened: Opened[] = []
let answer: number | 'stream' = 'stream'
const live: ReturnType<typeof startLive>[] = []

/** A server whose streams the test writes to. */
function serve(_: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) {
  if (answer !== 'stream') return Promise.resolve(new Response('{}', { status: answer }))
  let aborted = false
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder()
      opened.push({
        headers,
        send: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
        aborted: () => aborted,
      })
      signal.addEventListener('abort', () => {
        aborted = true
        try {
          controller.error(new DOMException('aborted', 'AbortError'))
        } catch {
          // The stream had ended.
        }
      })
    },
  })
  return Promise.resolve({ status: 200, ok: true, body } as Response)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', serve)
  storedToken.set('a token', 1)
})
afterEach(() => {
  for (const each of live.splice(0)) each.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  storedToken.clear()
  localStorage.clear()
  opened = []
  answer = 'stream'
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A tab that listens to the stream. */
async function openTab() {
  const heard: string[] = []
  const [onStart, onReturn] = [vi.fn(), vi.fn()]
  const started = startLive({
    path: 'live',
    name: 'test',
    silentMs: 45_000,
    returnMs: 5_000,
    replaced: 'replaced',
    onStart,
    onReturn,
    stateOf: ({ event }) => (event === 'presence' ? event : null),
    onEvent: ({ event, data }) => heard.push(`${event} ${data}`),
  })
  live.push(started)
  await pass(1)
  return { heard, onStart, onReturn, ...started }
}
const PING = 'event: ping\nid: 1.1\ndata: {}\n\n'

test('the stream is requested with the token, and its events are heard', async () => {
  const { heard } = await openTab()
  expect(opened[0]?.headers).toMatchObject({ 'user-token': 'a token', accept: 'text/event-stream' })
  expect(opened[0]?.headers).not.toHaveProperty('last-event-id')
  expect(liveState.get()).toBe('off')
  opened[0]?.send(PING)
  await pass(1)
  expect(heard).toEqual(['ping {}'])
  expect(liveState.get()).toBe('on')
})

test('a stream that the server ended comes back with the id of its last event, and nobody notices', async () => {
  const { onStart, onReturn } = await openTab()
  opened[0]?.send(PING)
  await pass(1)
  opened[0]?.end()
  await pass(5_000)
  expect(opened).toHaveLength(2)
  expect(opened[1]?.headers['last-event-id']).toBe('1.1')
  expect(liveState.get()).toBe('on')
  expect(onStart).toHaveBeenCalledTimes(1)
  expect(onReturn).not.toHaveBeenCalled()
})

test('after 45 silent seconds it is no longer live; when it is again, everything is read again', async () => {
  const { onReturn } = await openTab()
  opened[0]?.send(PING)
  await pass(44_000)
  expect(liveState.get()).toBe('on')
  await pass(2_000)
  expect(liveState.get()).toBe('lost')
  expect(opened[0]?.aborted()).toBe(true)
  await pass(10_000)
  opened[1]?.send(PING)
  await pass(1)
  expect(liveState.get()).toBe('on')
  expect(onReturn).toHaveBeenCalledTimes(1)
})

test('a replaced tab does not fight: only Reconnect brings the stream back', async () => {
  const { reconnect } = await openTab()
  opened[0]?.send(PING)
  opened[0]?.send('event: replaced\ndata: {}\n\n')
  await pass(1)
  expect(liveState.get()).toBe('lost')
  await pass(600_000)
  expect(opened).toHaveLength(1)
  reconnect()
  await pass(1)
  expect(opened).toHaveLength(2)
})

test('a server that cannot answer is asked less and less often', async () => {
  answer = 503
  const asked = vi.fn(serve)
  vi.stubGlobal('fetch', asked)
  await openTab()
  await pass(60_000)
  const first = asked.mock.calls.length
  await pass(600_000)
  expect(first).toBeGreaterThan(2)
  expect(first).toBeLessThan(15)
  // Pauses are half a minute at most, with a random part.
  expect(asked.mock.calls.length - first).toBeLessThan(120)
  expect(asked.mock.calls.length - first).toBeGreaterThan(15)
})

test('after a logout nothing more is heard', async () => {
  const { stop, heard } = await openTab()
  opened[0]?.send(PING)
  await pass(1)
  stop()
  await pass(1)
  expect(opened[0]?.aborted()).toBe(true)
  expect(liveState.get()).toBe('off')
  await pass(600_000)
  expect(opened).toHaveLength(1)
  expect(heard).toHaveLength(1)
})

test('a page that the browser puts aside lets the stream go, and takes it up on its return', async () => {
  await openTab()
  window.dispatchEvent(new Event('pagehide'))
  await pass(1)
  expect(opened[0]?.aborted()).toBe(true)
  window.dispatchEvent(new Event('pageshow'))
  await pass(1)
  expect(opened).toHaveLength(2)
})
