import { beforeEach, expect, test, vi } from 'vitest'
import { leadByLease, leadByLock, type Place } from './lead.ts'

/** Web Locks with one lock, shared like by the tabs of a browser. */
function fakeLocks() {
  interface Waiting {
    callback: () => Promise<unknown>
    resolve: (value: unknown) => void
    reject: (reason: unknown) => void
  }
  let holder: Waiting | null = null
  const queue: Waiting[] = []
  const next = () => {
    if (holder || queue.length === 0) return
    const mine = queue.shift()
    if (!mine) return
    holder = mine
    void Promise.resolve()
      .then(mine.callback)
      .then((value) => {
        mine.resolve(value)
        if (holder === mine) holder = null
        next()
      })
  }
  const request = (_: string, options: LockOptions, callback: () => Promise<unknown>) =>
    new Promise((resolve, reject) => {
      const mine = { callback, resolve, reject }
      if (options.steal) {
        holder?.reject(new DOMException('stolen', 'AbortError'))
        holder = null
        queue.unshift(mine)
      } else queue.push(mine)
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(mine)
        if (at < 0) return
        queue.splice(at, 1)
        reject(new DOMException('gone', 'AbortError'))
      })
      next()
    })
  return { request } as unknown as LockManager
}

/** Names of the tabs that lead. */
let leading: string[] = []
const lead = (tab: string) => (lost: AbortSignal) => {
  leading.push(tab)
  lost.addEventListener('abort', () => {
    leading = leading.filter((each) => each !== tab)
  })
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  leading = []
  localStorage.clear()
})
test('one of ten tabs leads; when it closes, the next one does', async () => {
  const locks = fakeLocks()
  const tabs = Array.from({ length: 10 }, (_, n) => leadByLock(locks, 'live', lead(`tab ${n}`)))
  await settled()
  expect(leading).toEqual(['tab 0'])
  tabs[0]?.leave()
  await settled()
  expect(leading).toEqual(['tab 1'])
})

test('a tab that left the queue never leads', async () => {
  const locks = fakeLocks()
  const [first, second] = ['a', 'b', 'c'].map((tab) => leadByLock(locks, 'live', lead(tab)))
  second?.leave()
  await settled()
  first?.leave()
  await settled()
  expect(leading).toEqual(['c'])
})

test('a tab that insists leads at once, and the one that led goes back into the queue', async () => {
  const locks = fakeLocks()
  const [, second] = ['a', 'b'].map((tab) => leadByLock(locks, 'live', lead(tab)))
  await settled()
  second?.insist()
  await settled()
  expect(leading).toEqual(['b'])
  second?.leave()
  await settled()
  expect(leading).toEqual(['a'])
})

test('a leader that insists starts again', async () => {
  const led = vi.fn()
  const only = leadByLock(fakeLocks(), 'live', led)
  await settled()
  only.insist()
  await settled()
  expect(led).toHaveBeenCalledTimes(2)
  expect(led.mock.calls[0]?.[0].aborted).toBe(true)
  expect(led.mock.calls[1]?.[0].aborted).toBe(false)
})

test('without Web Locks two tabs lead at most, and a closed one makes room', () => {
  vi.useFakeTimers()
  const tabs: Place[] = ['a', 'b', 'c'].map((tab) => leadByLease('live', lead(tab), tab))
  expect(leading).toEqual(['a', 'b'])
  tabs[0]?.leave()
  vi.advanceTimersByTime(10_000)
  expect(leading).toEqual(['b', 'c'])
  for (const tab of tabs) tab.leave()
  expect(leading).toEqual([])
})

test('without Web Locks the lease of a tab that died runs out', () => {
  vi.useFakeTimers()
  localStorage.setItem('live-1', `dead ${Date.now()}`)
  localStorage.setItem('live-2', `dead-too ${Date.now()}`)
  const tab = leadByLease('live', lead('a'), 'a')
  expect(leading).toEqual([])
  vi.advanceTimersByTime(80_000)
  expect(leading).toEqual(['a'])
  tab.leave()
})

test('without Web Locks a tab that insists replaces the one that was silent for longest', () => {
  vi.useFakeTimers()
  const tabs = ['a', 'b', 'c'].map((tab) => leadByLease('live', lead(tab), tab))
  tabs[2]?.insist()
  expect(leading).toContain('c')
  vi.advanceTimersByTime(10_000)
  expect(leading).toHaveLength(2)
  for (const tab of tabs) tab.leave()
})
