import { z } from 'zod'
import { login } from '#bench/login.ts'
import { measureMany, print } from '#bench/many-orders/measure-many.ts'
import { type Figure, measure, medianOf } from '#bench/measure.ts'
import type { Running } from '#bench/processes.ts'
import { pageOfIds, read } from '#bench/read.ts'
import { undisturbed } from '#bench/stolen.ts'
import { API_KEYS_PATH } from '#contract/integrations/api-keys.ts'
import { measureWebhooks } from './webhooks.ts'

// `npm run bench -- integrations --orders 1000000` measures a call with a key beside the same call with a
// session, and how much webhooks slow down saves of orders.
const ROUNDS = 4
const WARM_UP = 3
/** A key should cost no more than a session; this is how much two measurements of one call may differ. */
const AIM = 0.95

const PATHS = {
  'one order': 'request/booking/get/',
  'a page of orders': 'request/booking/get_all?per_page=10&page=',
}

/** A new key for each measurement: every key has a limit of calls of its own. */
async function newKey(server: Running, token: string): Promise<string> {
  const reply = await fetch(`${server.url}/api/${API_KEYS_PATH}`, {
    method: 'POST',
    headers: { 'user-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', scopes: ['orders:read'], expiresAt: null }),
  })
  return z.object({ data: z.object({ key: z.string() }) }).parse(await reply.json()).data.key
}

async function measureKeys(server: Running, token: string, seconds: number): Promise<void> {
  const { items } = await read(`${server.url}/api/request/booking/get_all`, token, pageOfIds)
  for (const [name, path] of Object.entries(PATHS)) {
    const url = `${server.url}/api/${path}${path.endsWith('/') ? items[0]?.id : 1}`
    for (const callers of [1, 8]) {
      const [byKey, bySession]: [Figure[], Figure[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        const authorization = `Bearer ${await newKey(server, token)}`
        await measure(url, callers, WARM_UP, { authorization })
        const takeSession = async () =>
          bySession.push(await undisturbed(() => measure(url, callers, seconds, { 'user-token': token })))
        const takeKey = async () =>
          byKey.push(await undisturbed(() => measure(url, callers, seconds, { authorization })))
        // Both are measured in turns, because the speed of the machine changes over time.
        const both = [takeSession, takeKey]
        for (const take of round % 2 === 0 ? both : both.toReversed()) await take()
      }
      const [key, session] = [medianOf(byKey), medianOf(bySession)]
      const ratio = key.perSecond / session.perSecond
      print(
        `${name}, ${callers} ${callers === 1 ? 'caller' : 'callers'}: ${key.perSecond}/s with a key, ${session.perSecond}/s with a session, ` +
          `ratio ${ratio.toFixed(2)} (aim ${AIM}${ratio < AIM ? ', falls short' : ''}); p99 ${key.p99} and ${session.p99} ms`,
      )
    }
  }
}

await measureMany(async ({ url, seconds, start }) => {
  const server = await start({ WEBHOOK_ALLOW_PRIVATE: '1', API_KEY_CALLS_PER_MINUTE: '100000' })
  const { user_token: token } = await login(server)
  await measureKeys(server, token, seconds)
  await measureWebhooks(server, { databaseUrl: url, token, seconds: seconds * 2, rounds: ROUNDS })
})
