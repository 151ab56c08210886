import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

const HOUR = 3_600_000

test('all who ask meanwhile get one answer', async () => {
  let reads = 0
  const read = remembered(HOUR, async (from: string) => `${from} ${++reads}`)
  expect(await Promise.all([read('a'), read('a')])).toEqual(['a 1', 'a 1'])
  expect(await read('a')).toBe('a 1')
})

test('what is older is read again, and a failure is not kept', async () => {
  let reads = 0
  const read = remembered(0, async () => ++reads)
  expect([await read(null), await read(null)]).toEqual([1, 2])
  let fails = true
  const failing = remembered(HOUR, async () => {
    if (fails) throw new Error('no')
    return 'fine'
  })
  await expect(failing(null)).rejects.toThrow('no')
  fails = false
  expect(await failing(null)).toBe('fine')
})
