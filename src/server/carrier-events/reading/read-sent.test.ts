import { expect, test } from 'vitest'
import { ARRIVED, DEPARTED, interchange315, interchangeIftsta, NOW } from './edi.fixture.ts'
import { MAX_EDI_TEXT } from './limits.ts'
import { readSentEdi } from './read-sent.ts'

const OPTIONS = { now: NOW, zones: {}, ack: false }

test('a text of EDI is read in a thread', async () => {
  const { messages } = await readSentEdi(interchange315([DEPARTED]) + interchangeIftsta([ARRIVED]), OPTIONS)
  expect(messages.map(({ control, events }) => [control, events])).toEqual([
    ['0001', 1],
    ['M1', 3],
  ])
})

test('thousands of messages are read in a thread, and more than 10 MB are refused', async () => {
  const count = 3_000
  const text = interchange315(Array<string>(count).fill(DEPARTED))
  expect((await readSentEdi(text, OPTIONS)).messages).toHaveLength(count)
  await expect(readSentEdi('x'.repeat(MAX_EDI_TEXT + 1), OPTIONS)).rejects.toMatchObject({ status: 413 })
})

test('a text without an interchange is refused at its field', async () => {
  for (const text of ['', '<html></html>', '{"events":[]}'])
    await expect(readSentEdi(text, OPTIONS)).rejects.toMatchObject({
      status: 400,
      data: { text: expect.stringContaining('ISA') },
    })
})
