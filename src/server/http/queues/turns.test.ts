import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that runs until it is released. */
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
  const runs = jobs.map(({ work }) => inTurn(null, work))
  await expect(inTurn(null, async () => {})).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  jobs[0]?.release()
  await runs[0]
  const last = inTurn(null, async () => 'done')
  for (const { release } of jobs) release()
  expect(await last).toBe('done')
})

test('work that fails gives its turn to the next', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 })
  const failing = inTurn(null, () => Promise.reject(new Error('broken')))
  const next = inTurn(null, async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a caller with much to do has a turn after one of everybody else’s, and is refused before they are', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 4 })
  const order: string[] = []
  const first = held()
  const begun = inTurn('flood', first.work)
  const ask = (caller: string, name: string) => inTurn(caller, async () => void order.push(name))
  const flood = ['f1', 'f2', 'f3', 'f4'].map((name) => ask('flood', name))
  const refused = expect(flood[3]).rejects.toMatchObject({ status: 503 })
  const others = [ask('anna', 'anna'), ask('ben', 'ben')]
  const refusedNext = expect(flood[2]).rejects.toMatchObject({ status: 503 })
  await refused
  await refusedNext
  await expect(ask('flood', 'f5')).rejects.toMatchObject({ status: 503 })
  first.release()
  await Promise.all([begun, flood[0], flood[1], ...others])
  expect(order).toEqual(['f1', 'anna', 'ben', 'f2'])
})

test('work that need not wait begins at once; while it runs, other work must wait', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 })
  const first = held()
  const begun = inTurn.ifFree(first.work)
  expect(inTurn.ifFree(async () => 'now')).toBeNull()
  first.release()
  await begun
  expect(await inTurn.ifFree(async () => 'now')).toBe('now')
})
