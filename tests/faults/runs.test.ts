import { test } from 'vitest'
import { moveUnderKills } from './lib/date-change.ts'

test('a run that is killed in the middle goes on after the restart: nothing is missed, nothing done twice', {
  timeout: 60_000,
}, async () => {
  await moveUnderKills({ orders: 30, kills: 1 })
})
