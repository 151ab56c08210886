import { expect, test } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { shareReads } from './share-reads.ts'

const db = {} as Db // only its identity counts

/** Reads that end on command; each answers with its place in the order of their beginnings. */
function reads() {
  const begun: { question: unknown; end: (fail?: Error) => void }[] = []
  const ask = shareReads((_from: Db, question: unknown) => {
    const place = begun.length
    return new Promise<number>((resolve, reject) => {
      begun.push({ question, end: (fail) => (fail ? reject(fail) : resolve(place)) })
    })
  })
  return { begun, ask }
}
const settled = () => new Promise((done) => setTimeout(done))

test('who asks while a read is under way gets the answer of the next one, which all of them share', async () => {
  const { begun, ask } = reads()
  const first = ask(db, { year: 2026 })
  const others = [ask(db, { year: 2026 }), ask(db, { year: 2026 })]
  expect(begun).toHaveLength(1)
  begun[0]?.end()
  expect(await first).toBe(0)
  await settled()
  expect(begun).toHaveLength(2)
  const late = ask(db, { year: 2026 })
  begun[1]?.end()
  expect(await Promise.all(others)).toEqual([1, 1])
  await settled()
  begun[2]?.end()
  expect(await late).toBe(2)
})

test('another question and another database are read at once, and after the last answer nothing is kept', async () => {
  const { begun, ask } = reads()
  const asked = [ask(db, { year: 2025 }), ask(db, { year: 2026 }), ask({} as Db, { year: 2026 })]
  expect(begun.map(({ question }) => question)).toEqual([{ year: 2025 }, { year: 2026 }, { year: 2026 }])
  for (const { end } of begun) end()
  expect(await Promise.all(asked)).toEqual([0, 1, 2])
  const again = ask(db, { year: 2026 })
  expect(begun).toHaveLength(4)
  begun[3]?.end()
  expect(await again).toBe(3)
})

test('a read that fails fails for those who waited for it; who asked meanwhile gets the next', async () => {
  const { begun, ask } = reads()
  const failing = ask(db, null)
  const next = ask(db, null)
  begun[0]?.end(new Error('The connection was lost'))
  await expect(failing).rejects.toThrow('The connection was lost')
  await settled()
  begun[1]?.end()
  expect(await next).toBe(1)
})
