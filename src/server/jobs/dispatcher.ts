import { setTimeout as wait } from 'node:timers/promises'
import { listen } from '#server/db/tuning/transactions.ts'
import { type Claim, claimDue, MAIL_DUE } from '#server/mail/outbox.ts'
import { type Sending, sendDelivery } from '#server/mail/send-delivery.ts'

/** How many deliveries an instance sends at once. */
const AT_ONCE = 4
/** Milliseconds between looks when nothing says that a delivery is due. */
const LOOK_MS = 1_000
/** Milliseconds that stop() gives a delivery in hand before it interrupts it, and in all. */
const PATIENCE_MS = 5_000
const STOP_MS = 10_000

/** Sends what is due. */
interface Dispatcher {
  /** Looks for due deliveries now. Resolves when those it found are being sent. */
  look(): Promise<void>
  /** Takes no more; waits for those in hand, interrupts them after 5 s and leaves them after 10 s. */
  stop(): Promise<void>
}

/**
 * Sends due deliveries on this instance: looks once a second, as soon as a transaction of this instance has queued one that
 * is due, and whenever one was sent, so that a backlog is worked off without pauses. It takes as many as it sends at once
 * and leaves the others to whoever is free first, here or elsewhere.
 */
export function startDispatcher(given: Omit<Sending, 'signal'>): Dispatcher {
  const { db, log } = given
  const stopping = new AbortController()
  const interrupting = new AbortController()
  const inHand = new Set<Promise<void>>()
  const sending = { ...given, signal: interrupting.signal }
  let looking = Promise.resolve()
  let busy = false
  let asked = false
  let failing = false

  function take(claim: Claim): void {
    const work = sendDelivery(sending, claim)
      .catch((error) => log.error({ err: error, deliveryId: claim.id }, 'lost a delivery, which is sent again later'))
      .finally(() => {
        inHand.delete(work)
        void look()
      })
    inHand.add(work)
  }

  async function takeAll(): Promise<void> {
    busy = true
    try {
      while (asked && inHand.size < AT_ONCE && !stopping.signal.aborted) {
        asked = false
        for (const claim of await claimDue(db, AT_ONCE - inHand.size)) take(claim)
      }
      failing = false
    } catch (error) {
      // Once, not every second while the database is away.
      if (!failing) log.error({ err: error }, 'cannot look for mails to send')
      failing = true
    } finally {
      busy = false
    }
  }

  function look(): Promise<void> {
    asked = true
    if (!busy) looking = takeAll()
    return looking
  }

  const timer = setInterval(look, LOOK_MS)
  const unlisten = listen(db, MAIL_DUE, look)
  void look()
  return {
    look,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      unlisten()
      const done = new AbortController()
      const all = looking.then(() => Promise.all(inHand)).finally(() => done.abort())
      const pause = (ms: number) => wait(ms, undefined, { signal: done.signal }).catch(() => {})
      const late = pause(PATIENCE_MS).then(() => interrupting.abort())
      await Promise.race([all, Promise.all([late, pause(STOP_MS)])])
    },
  }
}
