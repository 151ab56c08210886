import { test } from 'vitest'
import { setEventsUnderKills } from './lib/bulk-run.ts'

// The other kinds of runs are killed in the long tests, and more often.
test('a run over a selection that is killed at random does every row once, or fails it with a reason', {
  timeout: 60_000,
}, async () => {
  await setEventsUnderKills({ orders: 60, kills: 1 })
})
