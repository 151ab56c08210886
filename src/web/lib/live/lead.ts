import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

/** Starts to lead, until the signal says that another tab leads or that it is over. */
export type Lead = (lost: AbortSignal) => void

/** A tab's place in the queue of tabs that want to lead. */
export interface Place {
  /** Leads now, in place of any other tab: for a leader that does not answer. */
  insist: () => void
  leave: () => void
}

type Locks = Pick<LockManager, 'request'>

/** Lets one tab of the browser lead, by a Web Lock; when it closes, the next one does. */
export function leadByLock(locks: Locks, name: string, lead: Lead): Place {
  let left = false
  let mine = new AbortController()
  const hold = async (place: AbortController) => {
    if (place.signal.aborted) return
    const ended = new Promise<unknown>((resolve) => place.signal.addEventListener('abort', resolve, { once: true }))
    lead(place.signal)
    await ended
  }
  const ask = (steal: boolean) => {
    const place = new AbortController()
    mine = place
    const options = steal ? { steal } : { signal: place.signal }
    void locks
      .request(name, options, () => hold(place))
      .catch(() => {
        // A tab that insisted took the lock: this one goes to the end of the queue.
        const robbed = place === mine && !left
        place.abort()
        if (robbed) ask(false)
      })
  }
  ask(false)
  return {
    insist: () => {
      mine.abort()
      ask(true)
    },
    leave: () => {
      left = true
      mine.abort()
    },
  }
}

/** Slots for streams in a browser without Web Locks, which has few connections to a server. */
const SLOTS = ['1', '2']
const LOOK_MS = 10_000
/** A lease outlasts the timers of a hidden tab, which run once a minute. */
const LEASE_MS = 75_000

interface Lease {
  tab: string
  at: number
}

function readLease(key: string): Lease | null {
  const [tab, at] = (readStored(key) ?? '').split(' ')
  return tab && Number(at) > Date.now() - LEASE_MS ? { tab, at: Number(at) } : null
}

/** Lets at most two tabs lead without Web Locks, as over plain http, by leases in the storage. */
export function leadByLease(name: string, lead: Lead, tab: string): Place {
  const keys = SLOTS.map((slot) => `${name}-${slot}`)
  let leading: AbortController | null = null
  const held = () => keys.find((key) => readLease(key)?.tab === tab)
  const take = (key: string) => {
    writeStored(key, `${tab} ${Date.now()}`)
    if (leading) return
    leading = new AbortController()
    lead(leading.signal)
  }
  const stop = () => {
    leading?.abort()
    leading = null
  }
  const look = () => {
    const key = held() ?? keys.find((each) => readLease(each) === null)
    if (key) take(key)
    else stop()
  }
  const timer = setInterval(look, LOOK_MS)
  look()
  return {
    insist: () => {
      stop()
      const at = (key: string) => readLease(key)?.at ?? 0
      take(held() ?? keys.toSorted((a, b) => at(a) - at(b))[0] ?? '')
    },
    leave: () => {
      clearInterval(timer)
      const key = held()
      if (key) writeStored(key, null)
      stop()
    },
  }
}
