import { setTimeout as wait } from 'node:timers/promises'
import { login } from '#bench/login.ts'
import { judge, measureMany, print, timed } from '#bench/many-orders/measure-many.ts'
import type { FileImport } from '#contract/imports/imports.ts'
import type { Run } from '#contract/runs/runs.ts'
import { call, readBeside, share } from './calls.ts'

// `npm run bench -- undo --orders 2400` imports 6,000 clients from a CSV file and takes them back, beside a
// million entries of the audit trail. It measures how long the undo takes, and how long the list of orders
// takes meanwhile, as a ratio to the time before. Aims: two minutes, five times.
const CLIENTS = 6_000
const ENTRIES = 1_000_000
const AIM_MS = 120_000
const AIM_RATIO = 5
const CALM_MS = 5_000
/** Entries that one statement inserts. */
const BATCH = 50_000

const file = () =>
  [
    ['Name', 'Company', 'Mail', 'Phone', 'Address'],
    ...Array.from({ length: CLIENTS }, (_, n) => [
      ...[`Client ${n}`, `Company ${n} Ltd`, `undone${n}@bulk.example`, '16045550100', `${n} Dock Road`],
    ]),
  ]
    .map((cells) => cells.join(','))
    .join('\n')

await measureMany(async ({ client, start }) => {
  const server = await start()
  const { user_token: token } = await login(server)
  for (let from = 0; from < ENTRIES; from += BATCH)
    await client.query(
      `insert into audit_entries (user_id, ip, request_id, action, entity, entity_id, after)
        select (select min(id) from users), '127.0.0.1', '', 'order.save', 'orders', n, '{"comment": "bench"}'
        from generate_series($1::int, $2::int) n`,
      [from + 1, from + BATCH],
    )
  await client.query('vacuum analyze audit_entries')
  const finished = async (id: number) => {
    for (;;) {
      const run = await call<Run>(server, token, `runs/${id}`)
      if (run.finishedAt !== null) return run
      await wait(500)
    }
  }
  const form = new FormData()
  form.append('file', new Blob([file()]), 'clients.csv')
  const { id } = await call<FileImport>(server, token, 'import/clients/check', { method: 'POST', body: form })
  const started = await call<Run>(server, token, `import/${id}/apply`, { method: 'POST' })
  const { done } = await finished(started.id)
  const calm = readBeside(server, token)
  await wait(CALM_MS)
  const before = share(await calm(), 0.5)
  const stop = readBeside(server, token)
  const { ms, result } = await timed(async () => {
    await call<Run>(server, token, `import/${id}/undo`, { method: 'POST' })
    return finished(started.id)
  })
  const during = share(await stop(), 0.5)
  print(`${done} clients imported beside ${ENTRIES} entries of the trail; ${result.state}, ${result.done} left,`)
  print(`undone in ${judge(ms, AIM_MS)}`)
  print(
    `a page of 100 orders: p50 ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms meanwhile: ${(during / before).toFixed(1)} times (aim ${AIM_RATIO})`,
  )
})
