import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

/** Batches whose reads end on command. */
function heldBatches(limits: { atOnce: number; most: number; waiting: number }) {
  const asked: string[][] = []
  const ends: ((error?: Error) => void)[] = []
  const one = createBatches<string>({
    ...limits,
    read: (keys) =>
      new Promise((resolve, reject) => {
        asked.push(keys)
        const found = new Map(keys.filter((key) => key !== 'none').map((key) => [key, `value of ${key}`]))
        ends.push((error) => (error ? reject(error) : resolve(found)))
      }),
  })
  const end = async (error?: Error) => {
    ends.shift()?.(error)
    await turn()
    await turn()
  }
  return { one, asked, end }
}

test('what is asked for at once is read in one batch, each key once; a key without a value is null', async () => {
  const { one, asked, end } = heldBatches({ atOnce: 1, most: 10, waiting: 10 })
  const answers = Promise.all(['a', 'b', 'a', 'none'].map(one))
  await turn()
  expect(asked).toEqual([['a', 'b', 'none']])
  await end()
  expect(await answers).toEqual(['value of a', 'value of b', 'value of a', null])
})

test('what is asked for while batches are read waits for the next, which has at most so many', async () => {
  const { one, asked, end } = heldBatches({ atOnce: 2, most: 2, waiting: 10 })
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(one))
  await turn()
  await turn()
  expect(asked).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  await end()
  expect(asked.at(-1)).toEqual(['e', 'f'])
  for (let rest = 0; rest < 3; rest++) await end()
  expect(await answers).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => `value of ${key}`))
})

test('a batch that fails fails for its callers only; more than may wait are refused', async () => {
  const { one, end } = heldBatches({ atOnce: 1, most: 1, waiting: 2 })
  const [first, second] = [one('a'), one('b')]
  await expect(one('c')).rejects.toMatchObject({ status: 503 })
  const failed = expect(first).rejects.toThrow('lost')
  await turn()
  await end(new Error('lost'))
  await failed
  await end()
  expect(await second).toBe('value of b')
})
