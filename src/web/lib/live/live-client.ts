import { liveState } from '#web/lib/api/live-state.ts'
import type { StreamEvent } from './event-parser.ts'
import { type Lead, leadByLease, leadByLock, type Place } from './lead.ts'
import { keepStream } from './stream.ts'
import { THIS_TAB } from './tab.ts'

interface LiveOptions {
  /** The path below /api/. */
  path: string
  /** The name of the stream, which the tabs of this browser share. */
  name: string
  silentMs: number
  returnMs: number
  /** The event after which a stream does not come back by itself. */
  replaced: string
  /** The name of the state that an event reports, for tabs that open later. Null for news. */
  stateOf: (event: StreamEvent) => string | null
  /** Called with every event of the stream, in every tab. */
  onEvent: (event: StreamEvent) => void
  /** Called when it is live for the first time: changes since the page was loaded were not heard. */
  onStart: () => void
  /** Called when it is live again: any event may have been missed. */
  onReturn: () => void
}

const place = (name: string, lead: Lead): Place =>
  navigator.locks ? leadByLock(navigator.locks, name, lead) : leadByLease(name, lead, THIS_TAB)

/** The message of an opening tab to the leading one, which answers with its states. */
const HELLO = 'hello'
const MOST_STATES = 100

/**
 * Listens to the server's events: one tab of the browser holds the stream and passes events on to the others.
 * `liveState` says whether the stream is heard. Tabs that the browser puts into its memory hold nothing.
 */
export function startLive(options: LiveOptions) {
  const { name, silentMs, onEvent, onStart, onReturn } = options
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let silence: ReturnType<typeof setTimeout> | undefined
  let leads = false
  const states = new Map<string, StreamEvent>()
  const keep = (event: StreamEvent) => {
    const of = options.stateOf(event)
    if (of === null) return
    states.delete(of)
    states.set(of, event)
    const [oldest = ''] = states.keys()
    if (states.size > MOST_STATES) states.delete(oldest)
  }
  const lost = () => {
    clearTimeout(silence)
    liveState.set('lost')
  }
  const hear = (event: StreamEvent) => {
    if (event.event === options.replaced) return lost()
    clearTimeout(silence)
    silence = setTimeout(lost, silentMs)
    const before = liveState.get()
    liveState.set('on')
    if (before === 'off') onStart()
    if (before === 'lost') onReturn()
    keep(event)
    onEvent(event)
  }
  const lead: Lead = (signal) => {
    leads = true
    signal.addEventListener('abort', () => {
      leads = false
    })
    const tell = (event: StreamEvent) => {
      channel?.postMessage(event)
      hear(event)
    }
    void keepStream({ ...options, tell, signal })
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<StreamEvent | typeof HELLO>) => {
    // Without Web Locks, two tabs may lead.
    if (data !== HELLO && !leads) hear(data)
    if (data === HELLO && leads) for (const event of states.values()) channel.postMessage(event)
  })
  channel?.postMessage(HELLO)
  silence = setTimeout(lost, silentMs)
  let mine: Place | null = place(name, lead)
  const leave = () => {
    mine?.leave()
    mine = null
  }
  const shown = () => {
    mine ??= place(name, lead)
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', shown)
  return {
    reconnect: () => mine?.insist(),
    stop: () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', shown)
      leave()
      channel?.close()
      clearTimeout(silence)
      liveState.set('off')
    },
  }
}
