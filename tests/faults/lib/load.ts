import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Answer, timedFetch } from '#tests/lib/timed-fetch.ts'

interface LoadOptions {
  url: string
  token: string
  /** How many callers there are. */
  callers: number
  /** Orders whose text is written, one a caller. */
  orders: readonly number[]
}

/** Callers that read and write, each one call after the other, until stop(). */
function startLoad({ url, token, callers, orders }: LoadOptions) {
  const answers: Answer[] = []
  /** What each order was last told to hold, as far as the server said so. */
  const acknowledged = new Map<number, number>()
  let going = true
  const headers = { 'user-token': token, 'content-type': 'application/json' }

  const call = (path: string, init: RequestInit = {}) =>
    timedFetch(url, path, { ...init, headers: { ...headers, ...init.headers } })

  async function caller(orderId: number) {
    for (let n = 1; going; n++) {
      answers.push(await call('/api/request/booking/get_all?per_page=10'))
      answers.push(await call('/site/'))
      const body = JSON.stringify({ additionalInformation: `edit ${n}` })
      const written = await call(`/api/request/booking/edit/${orderId}?notify=0`, {
        method: 'PUT',
        body,
        headers: { 'idempotency-key': randomUUID() },
      })
      answers.push(written)
      if (written.status === 200) acknowledged.set(orderId, n)
      await wait(5)
    }
  }

  const running = Array.from({ length: callers }, (_, n) => caller(orders[n % orders.length] ?? 0))
  return {
    answers,
    acknowledged,
    async stop() {
      going = false
      await Promise.all(running)
    },
  }
}

/** What callers were told while `fault` took something away and brought it back. */
export async function loadDuring(options: LoadOptions, fault: () => Promise<void>) {
  const load = startLoad(options)
  await wait(500)
  await fault()
  const mended = Date.now()
  const end = mended + 60_000
  while (!load.answers.some(({ at, status }) => at > mended && status === 200)) {
    if (Date.now() > end) throw new Error('It did not come back')
    await wait(20)
  }
  // What is refused after the first 200 counts too.
  await wait(1_500)
  await load.stop()
  const { answers, acknowledged } = load
  const late = answers.filter(({ at, status }) => at > mended && status !== 200)
  return {
    acknowledged,
    /** Replies that are neither 200 nor 503 with Retry-After. */
    odd: answers.filter(({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null)),
    away: answers.filter(({ status }) => status === 503),
    /** Milliseconds until nobody was refused any more. */
    back: Math.max(0, ...late.map(({ at, ms }) => at + ms - mended)),
  }
}

/** Orders that do not hold what their caller was told last, or what it sent after that and was not told about. */
export async function lostEdits(pool: pg.Pool, acknowledged: Map<number, number>): Promise<number[]> {
  const { rows } = await pool.query<{ id: number; text: string }>(
    'select id, additional_information as text from orders',
  )
  const kept = new Map(rows.map(({ id, text }) => [id, Number(text.slice(5))]))
  return [...acknowledged].filter(([id, told]) => (kept.get(id) ?? 0) < told).map(([id]) => id)
}
