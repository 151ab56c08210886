import { expect, test } from 'vitest'
import type { FIXTURE_WORK } from './test-thread.fixture.ts'
import { createThreads } from './threads.ts'

const threads = (options: { threads?: number; own?: number; most?: number; limitMs?: number } = {}) =>
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
  const slow = run(null, 'spin')
  const others = ['one', 'two'].map((text) => run(null, 'echo', text))
  await expect(slow).rejects.toThrow('too slow')
  expect(await Promise.all(others)).toEqual(['one', 'two'])
})

test('a slow task keeps the others from a second thread for as long as it takes to start one', async () => {
  const run = threads({ threads: 2, limitMs: 60_000 })
  void run(null, 'spin').catch(() => {})
  expect(await run(null, 'echo', 'meanwhile')).toBe('meanwhile')
})

test('a task that takes too much memory, throws or ends its thread fails alone', async () => {
  const run = threads({ limitMs: 60_000 })
  const [fill, thrown, exit, echo] = [
    run(null, 'fill'),
    run(null, 'throw'),
    run(null, 'exit'),
    run(null, 'echo', 'after all'),
  ]
  await expect(fill).rejects.toThrow('too slow')
  await expect(thrown).rejects.toThrow('thrown in the thread')
  await expect(exit).rejects.toThrow('ended')
  expect(await echo).toBe('after all')
})

test('as many tasks as allowed wait, one more gets 503', async () => {
  const run = threads({ most: 2 })
  const tasks = [run(null, 'echo', 'one'), run(null, 'echo', 'two')]
  await expect(run(null, 'echo', 'three')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect(await Promise.all(tasks)).toEqual(['one', 'two'])
  expect(await run(null, 'echo', 'four')).toBe('four')
})

test('one who asks for much keeps nobody waiting for more than what runs', async () => {
  const run = threads({ most: 5, limitMs: 60_000 })
  const done: string[] = []
  const ask = async (caller: string, text: string) => {
    await run(caller, 'echo', text)
    done.push(text)
  }
  const flood = ['f1', 'f2', 'f3', 'f4', 'f5'].map((text) => ask('flood', text))
  const refused = expect(flood[4]).rejects.toMatchObject({ status: 503 })
  const other = ask('anna', 'anna')
  await refused
  await Promise.all([...flood.slice(0, 4), other])
  expect(done).toEqual(['f1', 'anna', 'f2', 'f3', 'f4'])
})

test('who has a thread to the end of its time leaves the other one to others', async () => {
  const run = threads({ threads: 2, own: 1, limitMs: 60_000 })
  for (let at = 0; at < 3; at++) void run('slow', 'spin').catch(() => {})
  expect(await run('anna', 'echo', 'meanwhile')).toBe('meanwhile')
  expect(await run('ben', 'echo', 'again')).toBe('again')
})
