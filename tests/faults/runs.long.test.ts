import { test } from 'vitest'
import { moveUnderKills } from './lib/date-change.ts'

test('500 orders move without a kill: the figures', { timeout: 120_000 }, async () => {
  const { previewMs, runMs, saveMs } = await moveUnderKills({ orders: 500, kills: 0 })
  const saves = `a save ${saveMs.before.toFixed(1)} ms before, ${saveMs.during.toFixed(1)} ms meanwhile`
  process.stdout.write(
    `500 orders: preview ${Math.round(previewMs)} ms, run ${(runMs / 1000).toFixed(1)} s; ${saves}\n`,
  )
})

test('500 orders with five kills: finished, nothing twice', { timeout: 300_000 }, async () => {
  await moveUnderKills({ orders: 500, kills: 5 })
})
