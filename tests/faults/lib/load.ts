import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Answer, timedFetch } from '#tests/lib/timed-fetch.ts'

interface LoadOptions {
  url: string
  token: string
  /** Number of callers. */
  callers: number
  /** Orders that callers edit, one each. */
  orders: readonly number[]
}

/** Callers that read and write one call at a time until stop(). */
function startLoad({ url, token, callers, orders }: LoadOptions) {
  const answers: Answer[] = []
  /** The last acknowledged text per order. */
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

/** Answers to callers while `fault` took something away and brought it back. */
export async function loadDuring(options: LoadOptions, fault: () => Promise<void>) {
  const load = startLoad(options)
  await wait(500)
  await fault()
  const mended = Date.now()
  const end = mended + 60_000
  while (!load.answers.some(({ at, status }) => at > mended && status === 200)) {
    if (Date.now() > end) throw new Error('The server did not recover in time')
    await wait(20)
  }
  // Refusals after the first 200 count too.
  await wait(1_500)
  await load.stop()
  const { answers, acknowledged } = load
  const late = answers.filter(({ at, status }) => at > mended && status !== 200)
  return {
    acknowledged,
    /** Replies other than 200 and 503 with Retry-After. */
    odd: answers.filter(({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null)),
    away: answers.filter(({ status }) => status === 503),
    /** Milliseconds until the last refusal. */
    back: Math.max(0, ...late.map(({ at, ms }) => at + ms - mended)),
  }
}

/** Orders that have neither the last acknowledged text nor a later one. */
export async function lostEdits(pool: pg.Pool, acknowledged: Map<number, number>): Promise<number[]> {
  const { rows } = await pool.query<{ id: number; text: string }>(
    'select id, additional_information as text from orders',
  )
  const kept = new Map(rows.map(({ id, text }) => [id, Number(text.slice(5))]))
  return [...acknowledged].filter(([id, told]) => (kept.get(id) ?? 0) < told).map(([id]) => id)
}
