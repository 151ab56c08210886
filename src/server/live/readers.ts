import { setImmediate as pause } from 'node:timers/promises'
import type pg from 'pg'
import { MAX_CHANGES, MAX_STREAMS, type ResyncEvent } from '#contract/live/live.ts'
import { eventsOf, eventText, idAt, textsOf } from './events.ts'
import { liveSessions } from './live-sessions.ts'
import { type Present, presenceTexts } from './presence.ts'
import { type Look, resume } from './read-changes.ts'
import type { Stream } from './stream.ts'

/** Streams that are written to at once. */
const AT_ONCE = 20

type Reason = ResyncEvent['reason']

/** Counts for metrics. */
export interface LiveMetrics {
  countStream(change: 1 | -1): void
  countEvents(n: number): void
  countResync(reason: Reason): void
}

/** The streams of this instance. */
export interface Readers {
  count(): number
  /** Adds a stream; ends the oldest of its session if there are too many. */
  add(stream: Stream): void
  remove(stream: Stream): void
  /** Tells readers what changed since the last poll, and new readers what they missed before it. */
  tell(look: Look, resync: Reason | null): Promise<void>
  /**
   * Ends streams whose sessions have ended, and tells the others that everything up to the horizon was told.
   */
  ping(horizon: bigint): Promise<void>
  endAll(): void
}

/** Sends a stream the text of some events. */
type Send = (stream: Stream, text: string) => void

/** Tells streams who has the records open that their tabs have open, if that changed. */
function tellPresence(streams: Iterable<Stream>, present: readonly Present[], send: Send): void {
  const textsFor = presenceTexts(present)
  for (const stream of streams) {
    const texts = textsFor(stream.sessionId)
    for (const [record, text] of texts) if (stream.present.get(record) !== text) send(stream, text)
    stream.present = texts
  }
}

/** Keeps the streams, and reads from the primary the changes that returning readers have missed. */
export function createReaders(pool: pg.Pool, metrics: () => LiveMetrics | null): Readers {
  /** Streams in the order in which they were added. */
  const streams = new Set<Stream>()
  /** Streams that have not been told anything yet. */
  const fresh = new Set<Stream>()

  const send: Send = (stream, text) => {
    stream.write(text)
    // Each event ends with an empty line.
    metrics()?.countEvents(text.split('\n\n').length - 1)
  }

  function resyncText(reason: Reason, horizon: bigint): string {
    metrics()?.countResync(reason)
    return eventText('resync', { reason }, idAt(horizon))
  }

  async function tellChanges({ rows, horizon }: Look, resync: Reason | null): Promise<void> {
    if (!resync && rows.length === 0) return
    const textFor = resync ? () => resyncText(resync, horizon) : textsOf(eventsOf(rows))
    let told = 0
    for (const stream of streams) {
      if (!fresh.has(stream)) send(stream, textFor(stream))
      // Waiting calls are answered in between.
      if (++told % AT_ONCE === 0) await pause()
    }
  }

  /** Changes that a stream missed since its last event, up to the horizon. */
  async function missed(stream: Stream, horizon: bigint): Promise<string> {
    if (!stream.goesOn) return ''
    const rows = stream.from && (await resume(pool, stream.from, horizon))
    if (!rows) return resyncText('gap', horizon)
    return rows.length > MAX_CHANGES ? resyncText('many', horizon) : textsOf(eventsOf(rows))(stream)
  }

  return {
    count: () => streams.size,
    add(stream) {
      streams.add(stream)
      fresh.add(stream)
      metrics()?.countStream(1)
      const same = [...streams].filter(({ sessionId }) => sessionId === stream.sessionId)
      for (const old of same.slice(0, -MAX_STREAMS)) old.end(eventText('replaced', {}))
    },
    remove(stream) {
      if (streams.delete(stream)) metrics()?.countStream(-1)
      fresh.delete(stream)
    },
    async tell(look, resync) {
      await tellChanges(look, resync)
      for (const stream of fresh) {
        send(stream, (await missed(stream, look.horizon)) + eventText('ping', {}, idAt(look.horizon)))
        fresh.delete(stream)
      }
      tellPresence(streams, look.present, send)
    },
    async ping(horizon) {
      const asked = [...streams].filter((stream) => !fresh.has(stream))
      const live = await liveSessions(
        pool,
        asked.map(({ sessionId }) => sessionId),
      )
      const text = eventText('ping', {}, idAt(horizon))
      for (const stream of asked) {
        if (live.has(stream.sessionId)) send(stream, text)
        else stream.end()
      }
    },
    endAll() {
      for (const stream of [...streams]) stream.end()
    },
  }
}
