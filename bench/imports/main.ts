import { setTimeout as wait } from 'node:timers/promises'
import { login } from '#bench/login.ts'
import { judge, measureMany, print, timed } from '#bench/many-orders/measure-many.ts'
import { memoryOf, type Running } from '#bench/processes.ts'
import type { FileImport } from '#contract/imports/imports.ts'
import type { Run } from '#contract/runs/runs.ts'
import { call, readBeside, share } from './calls.ts'
import { manyRows, type Places } from './file.ts'

// `npm run bench -- import --orders 100000` imports 100,000 orders from a CSV file into a database that
// already has some. It measures how long the check and the run take, how long the list takes meanwhile, and
// the memory of the server. Aims: 5 minutes in all, a page of the list within 300 ms.
const ROWS = 100_000
const AIM_MS = 300_000
const LIST_AIM_MS = 300
const FEW = 100

/** Checks and imports a file; returns the milliseconds of both steps, and how many rows were imported. */
async function importAll(server: Running, token: string, file: string) {
  const form = new FormData()
  form.append('file', new Blob([file]), 'orders.csv')
  const check = await timed(() =>
    call<FileImport>(server, token, 'import/orders/check', { method: 'POST', body: form }),
  )
  const { id, valid, problems } = check.result
  // A few codes may belong to orders that already exist.
  if (valid < ROWS - FEW) throw new Error(`Only ${valid} rows are good: ${JSON.stringify(problems[0])}`)
  const applied = await timed(async () => {
    const started = await call<Run>(server, token, `import/${id}/apply`, { method: 'POST' })
    for (;;) {
      const run = await call<Run>(server, token, `runs/${started.id}`)
      if (run.finishedAt !== null) return run
      await wait(1_000)
    }
  })
  return { check: check.ms, run: applied.ms, done: applied.result.done }
}

await measureMany(async ({ client, start }) => {
  const server = await start()
  const { user_token: token } = await login(server)
  const { rows } = await client.query<Places>(
    `select (select array_agg(email) from (select email from users where role = array['ROLE_USER'] and deleted_at is null limit 500) c) as clients,
      (select array_agg(name) from depots where visibility and status) as depots,
      (select array_agg(name) from cartages c where status and not exists (
        select from cartage_categories k where k.id = c.category_id and k.is_amazon)) as destinations,
      (select array_agg(name order by id) from events) as events`,
  )
  const [places] = rows
  if (!places) throw new Error('There is nothing to import for')
  const file = manyRows(ROWS, places)
  const stop = readBeside(server, token)
  let figures: Awaited<ReturnType<typeof importAll>>
  let times: number[]
  try {
    figures = await importAll(server, token, file)
  } finally {
    times = await stop()
  }
  const { check, run, done } = figures
  const memory = memoryOf(server.pid)
  print(`${ROWS} orders, ${Math.round(file.length / 1024 / 1024)} MB: checked in ${(check / 1000).toFixed(0)} s,`)
  print(`imported in ${(run / 1000).toFixed(0)} s (${done} done); together ${judge(check + run, AIM_MS)}`)
  print(
    `a page of 100 orders meanwhile: p50 ${share(times, 0.5).toFixed(0)} ms, p99 ${judge(share(times, 0.99), LIST_AIM_MS)}, slowest ${share(times, 1).toFixed(0)} ms`,
  )
  print(`memory of the server: ${memory?.now} MB, at its peak ${memory?.peak} MB`)
})
