import { login } from '#bench/login.ts'
import { judge, measureMany, print } from '#bench/many-orders/measure-many.ts'
import { memoryOf, type Running } from '#bench/processes.ts'
import { COLUMNS } from '#contract/accounts/session.ts'

// `npm run bench -- exports --orders 1000000`: a tenth of the orders as CSV and as XLSX, with every column,
// while somebody else reads the list.
/** Aims: seconds for 100,000 rows, and MB at the peak of the process. */
const AIMS = { seconds: 30, memory: 250 }

/** Reads the first page of the orders until `until` settles; the slowest time, in milliseconds. */
async function slowest({ url }: Running, token: string, until: Promise<unknown>): Promise<number> {
  let over = false
  let most = 0
  void until.finally(() => {
    over = true
  })
  while (!over) {
    const began = performance.now()
    await (await fetch(`${url}/api/request/booking/get_all`, { headers: { 'user-token': token } })).arrayBuffer()
    most = Math.max(most, performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return most
}

async function exported({ url }: Running, token: string, format: string) {
  const began = performance.now()
  const path = `request/booking/export?format=${format}&columns=${COLUMNS.join()}&f.tradeTerms=is:0`
  const reply = await fetch(`${url}/api/${path}`, { headers: { 'user-token': token } })
  if (!reply.ok || !reply.body) throw new Error(`The export was answered ${reply.status}: ${await reply.text()}`)
  const rows = Number(reply.headers.get('x-total-count'))
  let [first, bytes] = [0, 0]
  for await (const chunk of reply.body) {
    first ||= performance.now() - began
    bytes += chunk.length
  }
  return { rows, first, bytes, ms: performance.now() - began }
}

await measureMany(async ({ start }) => {
  for (const format of ['csv', 'xlsx']) {
    const server = await start()
    const { user_token: token } = await login(server)
    const file = exported(server, token, format)
    const waited = await slowest(server, token, file)
    const { rows, first, bytes, ms } = await file
    const peak = memoryOf(server.pid)?.peak ?? 0
    print(
      `${format}: ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB in ${judge(ms, (AIMS.seconds * 1000 * rows) / 100_000)}, first byte after ${first.toFixed(0)} ms; ` +
        `peak ${peak} MB (aim ${AIMS.memory}${peak > AIMS.memory ? ', falls short' : ''}); the slowest call meanwhile ${waited.toFixed(0)} ms`,
    )
    await server.stop()
  }
})
