import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { labelledRow, type SaveConflict, saveMerging } from './save-merging.ts'

type Row = Record<string, unknown>

/** A server with one record that refuses any other version than its own. */
function server(stored: Row) {
  let now = stored
  return {
    read: () => now,
    change: (values: Row) => {
      now = { ...now, ...values, updatedAt: `${now.updatedAt}+` }
    },
    send: async (changes: Row, updatedAt: unknown): Promise<Row> => {
      if (updatedAt !== now.updatedAt) throw new ApiError(409, 'This record was changed by Ann', { data: now })
      now = { ...now, ...changes, updatedAt: `${now.updatedAt}+` }
      return now
    },
  }
}
const base = { name: 'A', city: 'B', mode: 0, terms: 3, updatedAt: '1' }
const readCurrent = (data: unknown) => (data && typeof data === 'object' && 'updatedAt' in data ? { ...data } : null)
const nobody = async () => {
  throw new Error('Nobody was to be asked')
}

test('changes to different fields are merged without a question', async () => {
  const { change, send, read } = server(base)
  change({ city: 'theirs' })
  await saveMerging({ base, values: { name: 'mine', city: 'B' }, send, readCurrent, ask: nobody })
  expect(read()).toMatchObject({ name: 'mine', city: 'theirs' })
})

test('the same change by both is not a conflict', async () => {
  const { change, send, read } = server(base)
  change({ city: 'same' })
  await saveMerging({ base, values: { city: 'same', name: 'mine' }, send, readCurrent, ask: nobody })
  expect(read()).toMatchObject({ name: 'mine', city: 'same' })
})

test.each([
  ['mine', 'my name'],
  ['theirs', 'their name'],
] as const)('a field that both changed is asked about, and %s is kept when chosen', async (side, kept) => {
  const { change, send, read } = server(base)
  change({ name: 'their name' })
  const ask = vi.fn(async (_: SaveConflict) => [side])
  await saveMerging({ base, values: { name: 'my name', city: 'my city' }, send, readCurrent, ask })
  expect(ask.mock.calls[0]?.[0]).toMatchObject({
    message: 'This record was changed by Ann',
    conflicts: [{ keys: ['name'] }],
    theirs: { name: 'their name' },
    mine: { name: 'my name' },
  })
  expect(read()).toMatchObject({ name: kept, city: 'my city' })
})

test('fields that only make sense as a whole are asked about as one', async () => {
  const { change, send, read } = server(base)
  change({ mode: 1 })
  const ask = vi.fn(async (_: SaveConflict) => ['theirs' as const])
  await saveMerging({ base, values: { terms: 2 }, send, readCurrent, ask, groups: [['mode', 'terms']] })
  expect(ask.mock.calls[0]?.[0].conflicts).toEqual([{ keys: ['mode', 'terms'] }])
  expect(read()).toMatchObject({ mode: 1, terms: 3 })
})

test('closing the question saves nothing', async () => {
  const { change, send, read } = server(base)
  change({ name: 'theirs' })
  const saving = saveMerging({ base, values: { name: 'mine' }, send, readCurrent, ask: async () => null })
  await expect(saving).rejects.toMatchObject({ name: 'AbortError' })
  expect(read()).toMatchObject({ name: 'theirs' })
})

test('a third change while the question is open is asked about again', async () => {
  const { change, send, read } = server(base)
  change({ name: 'second' })
  const ask = vi.fn(async ({ theirs }: SaveConflict) => {
    if (theirs.name === 'second') change({ name: 'third' })
    return ['mine' as const]
  })
  await saveMerging({ base, values: { name: 'mine' }, send, readCurrent, ask })
  expect(ask).toHaveBeenCalledTimes(2)
  expect(read()).toMatchObject({ name: 'mine' })
})

test('another refusal is passed on', async () => {
  const taken = new ApiError(409, 'Taken', { fields: { email: 'Taken' }, data: { email: 'Taken' } })
  const send = () => Promise.reject(taken)
  await expect(saveMerging({ base, values: { name: 'x' }, send, readCurrent, ask: nobody })).rejects.toBe(taken)
})

test('a row names its field and shows both values', () => {
  const both = { mine: { city: '' }, theirs: { city: 'Yiwu' } }
  expect(labelledRow({ city: 'City' }, ['city'], both)).toEqual({ label: 'City', mine: '-', theirs: 'Yiwu' })
})
