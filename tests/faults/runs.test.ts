import { test } from 'vitest'
import { setEventsUnderKills } from './lib/bulk-run.ts'
import { moveUnderKills } from './lib/date-change.ts'
import { importUnderKills } from './lib/import-run.ts'

test('a run that is killed in the middle goes on after the restart: nothing is missed, nothing done twice', {
  timeout: 60_000,
}, async () => {
  await moveUnderKills({ orders: 30, kills: 1 })
})

test('a run over a selection that is killed at random does every row once, or fails it with a reason', {
  timeout: 60_000,
}, async () => {
  await setEventsUnderKills({ orders: 60, kills: 1 })
})

test('an import that is killed in the middle goes on after the restart: each row is imported once', {
  timeout: 120_000,
}, async () => {
  await importUnderKills({ orders: 2_000, kills: 1 })
})
