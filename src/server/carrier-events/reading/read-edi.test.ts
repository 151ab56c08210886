import { expect, test } from 'vitest'
import { ARRIVED, DEPARTED, interchange315, interchangeIftsta, NOW } from './edi.fixture.ts'
import { MAX_EDI_TEXT } from './limits.ts'
import { readEdi } from './read-edi.ts'

test('a text of EDI is read in a thread', async () => {
  const { messages } = await readEdi(interchange315([DEPARTED]) + interchangeIftsta([ARRIVED]), { now: NOW })
  expect(messages.map(({ control, events }) => [control, events.length])).toEqual([
    ['0001', 1],
    ['M1', 3],
  ])
})

test('thousands of messages are read in a thread, and more than 10 MB are refused', async () => {
  const count = 3_000
  const text = interchange315(Array<string>(count).fill(DEPARTED))
  expect((await readEdi(text, { now: NOW })).messages).toHaveLength(count)
  await expect(readEdi('x'.repeat(MAX_EDI_TEXT + 1), { now: NOW })).rejects.toMatchObject({ status: 413 })
})

test('a text without an interchange is refused at its field', async () => {
  for (const text of ['', '<html></html>', '{"events":[]}'])
    await expect(readEdi(text, { now: NOW })).rejects.toMatchObject({
      status: 400,
      data: { text: expect.stringContaining('ISA') },
    })
})
