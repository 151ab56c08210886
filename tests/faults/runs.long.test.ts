import { test } from 'vitest'
import { setEventsUnderKills, stopRetryUnderKill } from './lib/bulk-run.ts'
import { moveUnderKills } from './lib/date-change.ts'
import { importUnderKills } from './lib/import-run.ts'

test('500 orders move without a kill: the figures', { timeout: 600_000 }, async () => {
  const { previewMs, runMs, saveMs } = await moveUnderKills({ orders: 500, kills: 0 })
  const saves = `a save ${saveMs.before.toFixed(1)} ms before, ${saveMs.during.toFixed(1)} ms meanwhile`
  process.stdout.write(
    `500 orders: preview ${Math.round(previewMs)} ms, run ${(runMs / 1000).toFixed(1)} s; ${saves}\n`,
  )
})

test('500 orders with five kills: finished, nothing twice', { timeout: 600_000 }, async () => {
  await moveUnderKills({ orders: 500, kills: 5 })
})

test('5,000 orders get an event without a kill: the figures', { timeout: 900_000 }, async () => {
  const { previewMs, startMs, runMs, saveMs } = await setEventsUnderKills({ orders: 5000, kills: 0 })
  const saves = `a save ${saveMs.before.toFixed(1)} ms before, ${saveMs.during.toFixed(1)} ms meanwhile`
  const [preview, start] = [Math.round(previewMs), Math.round(startMs)]
  process.stdout.write(
    `5,000 orders: preview ${preview} ms, start ${start} ms, run ${(runMs / 1000).toFixed(1)} s; ${saves}\n`,
  )
})

test('5,000 orders with 30 kills at random: every row done once or failed with a reason, one mail for each that is done', {
  timeout: 1_800_000,
}, async () => {
  await setEventsUnderKills({ orders: 5000, kills: 30 })
})

test('an import of 5,000 orders with ten kills goes on after each restart: each row is imported once', {
  timeout: 600_000,
}, async () => {
  await importUnderKills({ orders: 5_000, kills: 10 })
})

test('a retry that is killed and then stopped leaves what it had not reached as failed, with its reason', {
  timeout: 60_000,
}, async () => {
  await stopRetryUnderKill({ orders: 80 })
})
