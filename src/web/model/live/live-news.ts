import type { z } from 'zod'
import { type ChangeEvent, changeEvent, LIVE_PATH, presenceEvent, RETURN_MS, SILENT_MS } from '#contract/live/live.ts'
import { storedToken } from '#web/lib/api/token.ts'
import type { StreamEvent } from '#web/lib/live/event-parser.ts'
import { startLive } from '#web/lib/live/live-client.ts'
import { parkHidden } from '#web/lib/live/parked.ts'
import { changes } from './changes.ts'
import { notePeople, recordName } from './people.ts'
import { refreshAll, refreshChanged, refreshRecords } from './refresh-changed.ts'

/** A change by others, or the need to read everything again. */
type News = ChangeEvent | 'everything'

const readData = <T extends z.ZodType>(schema: T, data: string): z.output<T> | undefined => {
  try {
    return schema.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

function hand(news: readonly News[]): void {
  const all = news.includes('everything')
  for (const change of news) {
    if (change === 'everything') continue
    changes.tell(change)
    if (!all) refreshChanged(change)
  }
  if (all) refreshAll()
}

/** The state that an event reports: a ping, that it is live; a list of people, who has a record open. */
function stateOf({ event, data }: StreamEvent): string | null {
  if (event === 'ping') return event
  const presence = event === 'presence' && readData(presenceEvent, data)
  return presence ? recordName(presence) : null
}

/**
 * Listens to changes by others, until stopped. Changes of this session already show in the tab that made
 * them; its hidden tabs take them up when they are seen.
 */
export function hearChanges() {
  const inbox = parkHidden<News>(hand)
  const everything = () => {
    // The random delay keeps all readers of a server from asking at the same moment.
    setTimeout(() => inbox.take('everything'), Math.random() * RETURN_MS)
  }
  const onEvent = ({ event, data }: StreamEvent) => {
    if (event === 'resync') return everything()
    if (event === 'presence') {
      const presence = readData(presenceEvent, data)
      if (presence) notePeople(presence)
    }
    if (event !== 'change') return
    const change = readData(changeEvent, data)
    if (change && (!change.own || document.hidden)) inbox.take(change)
  }
  const live = startLive({
    path: LIVE_PATH,
    name: `quayside-live-${storedToken.userId() ?? ''}`,
    silentMs: SILENT_MS,
    returnMs: RETURN_MS,
    replaced: 'replaced',
    stateOf,
    onEvent,
    onStart: refreshRecords,
    onReturn: everything,
  })
  return {
    reconnect: live.reconnect,
    stop: () => {
      live.stop()
      inbox.stop()
    },
  }
}
