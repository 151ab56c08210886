import { setTimeout as wait } from 'node:timers/promises'
import { call, readBeside, share } from '#bench/imports/calls.ts'
import { login } from '#bench/login.ts'
import { judge, measureMany, print, timed } from '#bench/many-orders/measure-many.ts'
import { memoryOf, type Running } from '#bench/processes.ts'
import { largeClient, longTrail } from './load.ts'
import { watchTransactions } from './transactions.ts'

// `npm run bench -- erase --orders 100000` exports and erases a client with 10,000 of the orders, beside a
// million entries of the audit trail. It measures how long both take, the memory of the server, its longest
// transaction, and how long the list of orders takes meanwhile. Aims: 250 MB, ten minutes, a second, five
// times.
const ORDERS = 10_000
const ENTRIES = 1_000_000
const AIM_MS = 600_000
const AIM_MB = 250
const AIM_TRANSACTION_MS = 1_000
const AIM_RATIO = 5
const CALM_MS = 5_000

/** Reads an export to its end and throws it away; returns its bytes. */
async function readAll(server: Running, token: string, path: string): Promise<number> {
  const reply = await fetch(`${server.url}/api/${path}`, { headers: { 'user-token': token } })
  if (!reply.ok || !reply.body) throw new Error(`${path}: ${reply.status}`)
  let bytes = 0
  for await (const piece of reply.body) bytes += piece.length
  return bytes
}

await measureMany(async ({ url, client, folder, start }) => {
  const id = await largeClient(client, folder, ORDERS)
  await longTrail(client, ENTRIES)
  await client.query('vacuum analyze')
  const server = await start()
  const { user_token: token } = await login(server)
  const beside = async <T>(what: string, before: number, work: () => Promise<T>) => {
    const stop = readBeside(server, token)
    const { ms, result } = await timed(work).finally(stop)
    const times = await stop()
    const during = share(times, 0.5)
    print(
      `${what}: a page of 100 orders p50 ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms meanwhile: ${(during / before).toFixed(1)} times (aim ${AIM_RATIO}), slowest ${share(times, 1).toFixed(0)} ms`,
    )
    return { ms, result }
  }
  const calm = readBeside(server, token)
  await wait(CALM_MS)
  const before = share(await calm(), 0.5)
  print(`before: peak of the process ${memoryOf(server.pid)?.peak} MB`)
  const exported = await beside('export', before, () => readAll(server, token, `admin/user/${id}/export`))
  const { peak = 0 } = memoryOf(server.pid) ?? {}
  print(
    `${ORDERS} orders exported in ${(exported.ms / 1000).toFixed(0)} s, ${Math.round(exported.result / 1024 / 1024)} MB; peak of the process ${peak} MB (aim ${AIM_MB})`,
  )
  const longest = await watchTransactions(url)
  const erased = await beside('erasure', before, async () => {
    await call(server, token, `admin/user/${id}/erase`, { method: 'POST' })
    while ((await client.query('select from erasures union all select from erased_files limit 1')).rowCount)
      await wait(500)
  })
  print(`${ORDERS} orders erased beside ${ENTRIES} entries of the trail in ${judge(erased.ms, AIM_MS)}`)
  print(
    `longest transaction ${judge(await longest(), AIM_TRANSACTION_MS)}; peak of the process ${memoryOf(server.pid)?.peak} MB`,
  )
})
