import fc from 'fast-check'
import { convertIcsCalendar } from 'ts-ics'
import { expect, test } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { calendarOf } from './calendar.ts'
import { publicFacts } from './facts.ts'
import { at, freshOrder, sailingOrder } from './tracked.fixture.ts'
import type { TrackedOrder } from './tracked.ts'

const clock = { now: new Date('2027-02-24T12:00:00Z'), timeZone: 'UTC' }
const url = 'https://www.forwarder.example/site/tracking?code=ABCD12345678'
const fileOf = (order: TrackedOrder) => calendarOf(publicFacts(order, clock), { ...clock, url })
/** The entries as another library reads them. */
const eventsOf = (order: TrackedOrder) => convertIcsCalendar(undefined, fileOf(order)).events ?? []
const eventOf = (order: TrackedOrder, name: string) => eventsOf(order).find(({ uid }) => uid.startsWith(name))

test('another reader finds the cut-offs with their time, and departure and arrivals as days', () => {
  const read = eventsOf(sailingOrder()).map(({ uid, start, summary }) => [
    uid,
    start.type,
    start.date.toISOString(),
    summary,
  ])
  expect(read).toEqual([
    [
      'cargo-cut-off-ABCD12345678@quayside',
      'DATE-TIME',
      '2027-02-20T16:00:00.000Z',
      'Cargo cut-off · ABCD - 1234 - 5678',
    ],
    [
      'documentation-cut-off-ABCD12345678@quayside',
      'DATE-TIME',
      '2027-02-19T12:00:00.000Z',
      'Documentation cut-off · ABCD - 1234 - 5678',
    ],
    ['departed-ABCD12345678@quayside', 'DATE', at('2027-03-03'), 'Departure from Ningbo · ABCD - 1234 - 5678'],
    ['arrived-ABCD12345678@quayside', 'DATE', at('2027-03-20'), 'Arrival in Vancouver · ABCD - 1234 - 5678'],
    ['at-place-ABCD12345678@quayside', 'DATE', at('2027-03-25'), 'Arrival in Calgary · ABCD - 1234 - 5678'],
  ])
})

test('a changed date moves its entry: same UID, higher sequence, later stamp, both days in the text', () => {
  const [before, after] = [
    eventOf(sailingOrder(), 'departed'),
    eventOf(
      sailingOrder({ datesAt: '2027-02-10T08:00:01.000Z' }, { estimatedDeparture: at('2027-03-08') }),
      'departed',
    ),
  ]
  expect(after?.uid).toBe(before?.uid)
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY)
  expect(after?.stamp.date.toISOString()).toBe('2027-02-10T08:00:01.000Z')
  expect(after?.start.date.toISOString()).toBe(at('2027-03-08'))
  expect(after?.description).toBe(`Expected Mar 8, was Mar 3\n${url}`)
})

test('what is expected is tentative, what happened is confirmed', () => {
  const order = sailingOrder({}, { actualDeparture: at('2027-02-23') })
  expect(eventOf(order, 'departed')).toMatchObject({
    status: 'CONFIRMED',
    summary: expect.stringContaining('Departed from'),
  })
  expect(eventOf(order, 'arrived')).toMatchObject({ status: 'TENTATIVE' })
})

test('an order without dates and a cancelled one are calendars without entries, of one component as the standard asks', () => {
  for (const order of [freshOrder(), sailingOrder({ status: OrderStatus.CANCELLED })]) {
    expect(eventsOf(order)).toEqual([])
    expect(fileOf(order)).toMatch(/^BEGIN:VCALENDAR\r\n(.*\r\n)*BEGIN:VTIMEZONE\r\n(.*\r\n)*END:VCALENDAR\r\n$/)
  }
})

test('lines end with CRLF, are 75 octets at most and cut no character; texts come back as they were', () => {
  const piece = fc.constantFrom(
    '港',
    '🚢',
    'é',
    ';',
    ',',
    '\\',
    ':',
    '"',
    ' ',
    'n',
    '\n',
    '\t',
    'BEGIN:VEVENT',
    'a'.repeat(40),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const port = `X${pieces.join('')}X`
      const order = sailingOrder({ portOfLoading: port })
      const file = fileOf(order)
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line).not.toContain('\ufffd')
      }
      expect(file.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(5)
      const unfolded = file.replaceAll('\r\n ', '')
      const escaped = port.replaceAll(/[\\;,]/g, (each) => `\\${each}`).replaceAll('\n', '\\n')
      expect(unfolded).toContain(`SUMMARY:Departure from ${escaped} · ABCD - 1234 - 5678\r\n`)
    }),
  )
  const plain = eventOf(sailingOrder({ portOfLoading: 'Ningbo, East; "港" \\ é' }), 'departed')
  expect(plain?.summary).toBe('Departure from Ningbo, East; "港" \\ é · ABCD - 1234 - 5678')
})

test('control characters of a name do not get into the file', () => {
  const file = fileOf(sailingOrder({ portOfLoading: 'A\u0000B\u001b\r\nC\u007f' }))
  expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  expect(file).toContain('Departure from AB\\nC')
})
