import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { createOutageLog } from '#server/db/outage.ts'
import type { Services } from '#server/services.ts'
import { explainMailbox, openMailbox } from './open-mailbox.ts'
import { activeInboxes, noteReading, readMailbox, type StoredInbox } from './read-mailbox.ts'

/** Milliseconds between looks for mailboxes that were added, changed or left by another instance. */
const LOOK_MS = 5_000
/** Milliseconds after which a mailbox is looked into though its server said nothing, or after a failure. */
const AGAIN_MS = 60_000
/** The class of advisory locks of mailboxes; the id of the mailbox is the second part. */
const LOCK_CLASS = 6_201_048

interface Follower {
  updatedAt: string
  stop(): Promise<void>
}

/** Milliseconds of both pauses, for tests. */
export interface FollowTimes {
  lookMs: number
  againMs: number
}

/**
 * Follows each active mailbox on one instance, under an advisory lock: with the connection open, so that its server
 * tells of new mail at once, and a look each minute. Until stop(), which waits for the mail in hand.
 */
export function followMailboxes(
  services: Services,
  { lookMs, againMs }: FollowTimes = { lookMs: LOOK_MS, againMs: AGAIN_MS },
): { stop(): Promise<void> } {
  const { db, log, queuePool } = services
  const stopping = new AbortController()
  const followers = new Map<number, Follower>()
  const outage = createOutageLog(log, 'cannot look for mailboxes')
  const locks = createLocks(queuePool, () => {
    for (const [id, follower] of followers) {
      followers.delete(id)
      void follower.stop()
    }
  })

  async function drop(id: number): Promise<void> {
    await followers.get(id)?.stop()
    followers.delete(id)
    await locks.release(id)
  }

  async function lookAll(): Promise<void> {
    if (stopping.signal.aborted) return
    const inboxes = await activeInboxes(db)
    for (const [id, { updatedAt }] of followers)
      if (!inboxes.some((inbox) => inbox.id === id && inbox.updatedAt === updatedAt)) await drop(id)
    for (const inbox of inboxes)
      if (!followers.has(inbox.id) && (await locks.take(inbox.id)))
        followers.set(inbox.id, follow(services, inbox, againMs))
    if (inboxes.length === 0) await locks.end()
  }

  let looking = Promise.resolve()
  const look = () => {
    looking = looking.then(lookAll).then(outage.worked, outage.failed)
  }
  const timer = setInterval(look, lookMs)
  look()
  return {
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await looking
      await Promise.all([...followers.keys()].map(drop))
      await locks.end()
    },
  }
}

/** Advisory locks of this instance, all on one connection; `lost` is called when it ends by itself. */
function createLocks(pool: pg.Pool, lost: () => void) {
  let client: pg.PoolClient | null = null
  const open = async () => {
    if (client) return client
    const opened = await pool.connect()
    opened.once('error', () => {
      if (client !== opened) return
      client = null
      opened.release(true)
      lost()
    })
    client = opened
    return opened
  }
  const ask = async (what: string, id: number): Promise<boolean> => {
    const { rows } = await (await open()).query(`select ${what}($1, $2) as done`, [LOCK_CLASS, id])
    return rows[0]?.done === true
  }
  return {
    take: (id: number) => ask('pg_try_advisory_lock', id),
    release: async (id: number) => void (client && (await ask('pg_advisory_unlock', id))),
    end: async () => {
      const opened = client
      client = null
      if (!opened) return
      await opened.query('select pg_advisory_unlock_all()').catch(() => {})
      opened.removeAllListeners('error')
      opened.release()
    },
  }
}

/** Follows one mailbox until it is stopped. */
function follow(services: Services, inbox: StoredInbox, againMs: number): Follower {
  const stopping = new AbortController()
  const { signal } = stopping
  const paused = (ms: number) => wait(ms, undefined, { signal }).catch(() => {})

  async function connected(): Promise<void> {
    const client = await openMailbox(inbox, services.config)
    const close = () => client.close()
    signal.addEventListener('abort', close)
    // Mail that comes while other mail is being read is told of while nobody waits for it.
    let hasNews = false
    client.on('exists', () => {
      hasNews = true
    })
    try {
      while (!signal.aborted && client.usable) {
        hasNews = false
        await readMailbox(services, client, inbox, signal)
        if (signal.aborted) return
        await noteReading(services, inbox.id, null)
        inbox.seenAt ??= new Date().toISOString()
        if (hasNews) continue
        const news = new AbortController()
        await Promise.race([
          once(client, 'exists', { signal: news.signal }).catch(() => {}),
          once(client, 'close', { signal: news.signal }).catch(() => {}),
          paused(againMs),
        ])
        news.abort()
      }
    } finally {
      signal.removeEventListener('abort', close)
      client.close()
    }
  }

  async function forEver(): Promise<void> {
    while (!signal.aborted) {
      try {
        await connected()
      } catch (error) {
        if (signal.aborted) return
        const reason = explainMailbox(error)
        services.log.warn({ err: error, inboxId: inbox.id, reason }, 'a mailbox cannot be read')
        await noteReading(services, inbox.id, reason).catch(() => {})
        await paused(againMs)
      }
    }
  }

  const running = forEver()
  return {
    updatedAt: inbox.updatedAt,
    stop() {
      stopping.abort()
      return running
    },
  }
}
