import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that runs until it is let go. */
function held() {
  let release = () => {}
  const end = new Promise<void>((resolve) => {
    release = resolve
  })
  return { work: () => end, release }
}

test('two run and three wait; the next gets 503 with Retry-After, until one has ended', async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 3 })
  const jobs = Array.from({ length: 5 }, held)
  const runs = jobs.map(({ work }) => inTurn(work))
  await expect(inTurn(async () => {})).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  jobs[0]?.release()
  await runs[0]
  const last = inTurn(async () => 'done')
  for (const { release } of jobs) release()
  expect(await last).toBe('done')
})

test('work that fails gives its turn to the next', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
