import type { FastifyReply } from 'fastify'
import { type Position, positionOf } from './read-changes.ts'

/** Bytes that a reader may leave unread before it is given up. */
const MOST_UNREAD = 1_024 * 1_024

/** A reader's stream of events. */
export interface Stream {
  readonly sessionId: number
  readonly userId: number
  /** The event after which it continues; null if it names none, or none of ours. */
  readonly from: Position | null
  /** Whether it continues after an event. */
  readonly goesOn: boolean
  /** The presence events that it was sent last, by record. */
  present: Map<string, string>
  write(text: string): void
  /** Ends it, after a last event. */
  end(last?: string): void
}

interface Options {
  sessionId: number
  userId: number
  lastEventId: string | undefined
  /** Milliseconds after which it ends, and for which its end may stay unread. */
  streamMs: number
  lingerMs: number
}

/**
 * Answers a request with a stream, which lasts until it is ended or `streamMs` are over. `ended` is called
 * once.
 */
export function openStream(reply: FastifyReply, options: Options, ended: (stream: Stream) => void): Stream {
  const { sessionId, userId, lastEventId, streamMs, lingerMs } = options
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  // These headers are for proxies: neither keep it nor compress it.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200)
  raw.flushHeaders()
  let open = true
  const end = (last = '') => {
    if (!open) return
    open = false
    clearTimeout(over)
    raw.end(last)
    const late = setTimeout(() => raw.destroy(), lingerMs)
    raw.once('close', () => clearTimeout(late))
    ended(stream)
  }
  const over = setTimeout(() => end(), streamMs)
  raw.on('error', () => end())
  raw.once('close', () => end())
  const stream: Stream = {
    sessionId,
    userId,
    from: lastEventId === undefined ? null : positionOf(lastEventId),
    goesOn: lastEventId !== undefined,
    present: new Map(),
    write(text) {
      if (!open || text === '') return
      if (raw.writableLength > MOST_UNREAD) raw.destroy()
      else raw.write(text)
    },
    end,
  }
  return stream
}
