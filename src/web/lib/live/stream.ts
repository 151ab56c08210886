import { apiUrl, headersFor } from '#web/lib/api/api.ts'
import { noteAnswer } from '#web/lib/api/connection.ts'
import { sessionExpired } from '#web/lib/api/expiry.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { createEventParser, type StreamEvent } from './event-parser.ts'

interface StreamOptions {
  /** The path below /api/. */
  path: string
  /** Milliseconds of silence after which the stream is taken for dead. */
  silentMs: number
  /** Milliseconds within which it comes back after the server ended it. */
  returnMs: number
  /** The event after which it does not come back. */
  replaced: string
  tell: (event: StreamEvent) => void
  /** The signal that ends the stream for good. */
  signal: AbortSignal
}

const LONGEST_PAUSE = 30_000

/** Resolves after the pause, or at once on the signal. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/**
 * Keeps a stream of events open until the signal. A stream that ended, fell silent or could not be opened
 * comes back with the id of its last event, after a random pause that grows with each failure. A 401 is
 * handled as for any call.
 */
export async function keepStream(options: StreamOptions): Promise<void> {
  const { returnMs, signal } = options
  let [lastId, failures] = ['', 0]
  const opened = (id: string) => {
    ;[lastId, failures] = [id || lastId, 0]
  }
  while (!signal.aborted) {
    const end = await readOnce(options, lastId, opened).catch((): End => 'failed')
    if (end === 'over' || signal.aborted) return
    if (end === 'failed') failures += 1
    const most = failures === 0 ? returnMs : Math.min(LONGEST_PAUSE, 1000 * 2 ** failures)
    // The random pause keeps all readers of a lost server from coming back at the same moment.
    if (end !== 'again') await pause(most * (0.2 + 0.8 * Math.random()), signal)
  }
}

/** The end of a stream: by the server, by a failure, for a new login, or for good. */
type End = 'ended' | 'failed' | 'again' | 'over'

async function readOnce(
  { path, silentMs, replaced, tell, signal }: StreamOptions,
  lastId: string,
  opened: (lastId: string) => void,
): Promise<End> {
  const token = storedToken.get()
  // The user may be about to sign in again over the page.
  if (token === null) return 'failed'
  const end = new AbortController()
  signal.addEventListener('abort', () => end.abort(), { signal: end.signal })
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => end.abort(), silentMs)
  }
  try {
    heard()
    const headers = { ...headersFor(token), accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) }
    const reply = await fetch(apiUrl(path), { headers, signal: end.signal, cache: 'no-store' })
    if (reply.status === 401) return (await sessionExpired(token)) ? 'again' : 'over'
    if (!reply.ok || !reply.body) return 'failed'
    noteAnswer()
    let last = false
    const parser = createEventParser((event) => {
      last ||= event.event === replaced
      tell(event)
    })
    for await (const text of textOf(reply.body)) {
      heard()
      parser.take(text)
      opened(parser.lastId())
      if (last) return 'over'
    }
    return 'ended'
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}

/** Pieces of a body as text; Safari cannot iterate a stream. */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}
