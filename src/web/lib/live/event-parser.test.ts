import { expect, test } from 'vitest'
import { createEventParser, type StreamEvent } from './event-parser.ts'

/** The events of a stream that arrives in these pieces. */
function read(...pieces: string[]) {
  const told: StreamEvent[] = []
  const parser = createEventParser((event) => told.push(event))
  pieces.forEach(parser.take)
  return { told, lastId: parser.lastId() }
}

const STREAM = 'event: change\nid: 7.1\ndata: {"a":\ndata: 1}\n\n: a comment\n\nevent: ping\nid: 7.2\ndata: {}\n\n'
const EVENTS = [
  { event: 'change', data: '{"a":\n1}' },
  { event: 'ping', data: '{}' },
]

test('an event is passed on once it is complete, with its name and the lines of its data', () => {
  expect(read(STREAM)).toEqual({ told: EVENTS, lastId: '7.2' })
})

test('a stream gives the same events wherever it is cut', () => {
  for (let at = 0; at <= STREAM.length; at++) expect(read(STREAM.slice(0, at), STREAM.slice(at)).told).toEqual(EVENTS)
  expect(read(...STREAM).told).toEqual(EVENTS)
})

test('lines may end as on any system, even if a cut goes through the end', () => {
  for (const end of ['\r\n', '\r']) {
    const stream = `${STREAM.replaceAll('\n', end)}\n`
    expect(read(...stream).told).toEqual(EVENTS)
  }
})

test('the id of an event that was cut off does not count', () => {
  expect(read('id: 1.1\ndata: a\n\nid: 1.2\ndata: b\n')).toEqual({
    told: [{ event: 'message', data: 'a' }],
    lastId: '1.1',
  })
})

test('an event without data is dropped, and its name does not go to the next', () => {
  expect(read('event: change\n\ndata:x\n\n').told).toEqual([{ event: 'message', data: 'x' }])
})
