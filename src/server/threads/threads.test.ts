import { expect, test } from 'vitest'
import type { FIXTURE_WORK } from './test-thread.fixture.ts'
import { createThreads } from './threads.ts'

const threads = (options: { threads?: number; most?: number; limitMs?: number } = {}) =>
  createThreads<typeof FIXTURE_WORK>({
    file: 'test-thread.fixture',
    beside: import.meta.url,
    threads: 1,
    most: 5,
    limitMs: 300,
    memoryMb: 24,
    tooSlow: () => new Error('too slow'),
    ...options,
  })

test('a task beyond its time fails alone: those that wait are answered in a new thread', async () => {
  const run = threads()
  const slow = run('spin')
  const others = ['one', 'two'].map((text) => run('echo', text))
  await expect(slow).rejects.toThrow('too slow')
  expect(await Promise.all(others)).toEqual(['one', 'two'])
})

test('a slow task keeps the others from a second thread for as long as it takes to start one', async () => {
  const run = threads({ threads: 2, limitMs: 60_000 })
  void run('spin').catch(() => {})
  expect(await run('echo', 'meanwhile')).toBe('meanwhile')
})

test('a task that takes too much memory, throws or ends its thread fails alone', async () => {
  const run = threads({ limitMs: 60_000 })
  const [fill, thrown, exit, echo] = [run('fill'), run('throw'), run('exit'), run('echo', 'after all')]
  await expect(fill).rejects.toThrow('too slow')
  await expect(thrown).rejects.toThrow('thrown in the thread')
  await expect(exit).rejects.toThrow('ended')
  expect(await echo).toBe('after all')
})

test('as many tasks as allowed wait, one more gets 503', async () => {
  const run = threads({ most: 2 })
  const tasks = [run('echo', 'one'), run('echo', 'two')]
  await expect(run('echo', 'three')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect(await Promise.all(tasks)).toEqual(['one', 'two'])
  expect(await run('echo', 'four')).toBe('four')
})
