import { expect, test } from 'vitest'
import {
  ARRIVED,
  DEPARTED,
  interchange315,
  interchangeIftsta,
  messageIftsta,
  NOW,
  PORTS,
  set315,
} from './edi.fixture.ts'
import { parseEdi } from './parse-edi.ts'

const parse = (text: string, options = {}) => parseEdi(text, { now: NOW, ...options })
const messages = (text: string, options = {}) => parse(text, options).messages
const only315 = (b4: string, segments: readonly string[] = [], options = {}) =>
  messages(interchange315([set315('0001', [b4, ...segments])]), options)[0]
const onlyIftsta = (segments: readonly string[], options = {}) =>
  messages(interchangeIftsta([messageIftsta('M1', segments)]), options)[0]
const verdicts = (text: string) => messages(text).map(({ control, accepted }) => `${control} ${accepted}`)

const BOX = 'B4***VD*20261105*2340*X*MSCU*123456*L*45G1*CNSHA*UN*6'

test('a 315 is read with its container, references, vessel and place', () => {
  expect(messages(interchange315([DEPARTED]))).toMatchObject([
    {
      ...{ control: '0001', kind: 'x12-315', accepted: true, problems: [] },
      events: [
        {
          externalId: null,
          container: 'MSCU1234566',
          booking: 'EBKG09876543',
          masterBill: 'MEDUQ1234567',
          type: '315',
          code: 'VD',
          milestone: 'departed',
          classifier: 'act',
          at: null,
          localAt: '2026-11-05T23:40:00',
          placeCode: 'CNSHA',
          placeName: 'SHANGHAI',
          vesselImo: '9321483',
          vessel: 'MSC OLIVIA',
          voyage: 'FE445E',
          statedAt: '2026-11-27T10:15:00.000Z',
          raw: DEPARTED,
        },
      ],
    },
  ])
})

test('an IFTSTA is read with an event for each status and container', () => {
  const [message] = messages(interchangeIftsta([ARRIVED]))
  expect(message).toMatchObject({ control: 'M1', kind: 'iftsta', accepted: true, problems: [] })
  const about = {
    booking: '6HAM+0815',
    statedAt: '2026-11-27T10:15:00.000Z',
    type: 'IFTSTA',
    classifier: 'act',
    placeCode: 'USLAX',
  }
  expect(message?.events).toMatchObject([
    {
      ...about,
      ...{ container: null, masterBill: 'SUDUN6HAM0815', code: 'VA', milestone: 'arrived' },
      ...{ localAt: '2026-11-20T06:10:00', placeName: 'LOS ANGELES' },
      ...{ vesselImo: '9321483', vessel: "KING'S OLIVIA", voyage: '445E' },
    },
    {
      ...about,
      container: 'SUDU1234569',
      code: 'UV',
      milestone: 'discharged',
      localAt: '2026-11-21T00:00:00',
      masterBill: null,
    },
    {
      ...about,
      container: 'APZU4812090',
      code: 'UV',
      milestone: 'discharged',
      localAt: '2026-11-21T00:00:00',
      masterBill: null,
    },
  ])
})

test('signs are those of the interchange: any of ISA, those of UNA, and their usual ones without it', () => {
  const usual = messages(interchange315([DEPARTED]))[0]?.events.map(({ raw, ...said }) => said)
  for (const signs of [
    { element: '|', component: ':', terminator: "'" },
    { element: '\x1d', component: '\x1f', terminator: '\x1c' },
    { terminator: '\n' },
    { terminator: '\r' },
    { element: '^', terminator: '~\r\n' },
  ])
    expect(messages(interchange315([DEPARTED], signs))[0]?.events.map(({ raw, ...said }) => said)).toEqual(usual)
  const events = messages(interchangeIftsta([ARRIVED]))[0]?.events.length
  const own = interchangeIftsta([ARRIVED]).replaceAll(
    /[:+'?]/g,
    (sign) => ({ ':': '|', '+': '*', "'": '~', '?': '\\' })[sign] ?? sign,
  )
  expect(messages(own)[0]?.events).toHaveLength(events ?? 0)
  expect(messages(own)[0]?.events[0]).toMatchObject({ booking: '6HAM*0815', vessel: 'KING~S OLIVIA' })
  expect(messages(interchangeIftsta([ARRIVED], ''))[0]?.events).toHaveLength(events ?? 0)
  expect(messages(interchangeIftsta([ARRIVED]).replaceAll("'", "'\r\n"))[0]?.events).toHaveLength(events ?? 0)
})

test('many interchanges of both kinds are read from one text, also after words of a mail', () => {
  const [x12, edifact] = [interchange315([DEPARTED]), interchangeIftsta([ARRIVED])]
  expect(parse(x12 + edifact + x12)).toMatchObject({ interchanges: 3, messages: { length: 3 } })
  expect(parse(`\ufeff${edifact}`).interchanges).toBe(1)
  expect(parse(`Please find our status.\r\n\r\n${x12}\r\n--\r\n${edifact}\u001a`)).toMatchObject({
    interchanges: 2,
    messages: { length: 2 },
  })
  for (const text of ['', 'x', '{"events":[]}', '<html>ISA*</html>', 'ISA', 'UNA:+.? ', 'UNB+', 'The UNB+ of today'])
    expect(parse(text)).toEqual({ interchanges: 0, messages: [] })
})

test('a bad message refuses itself only, and says at which segment', () => {
  const bad = set315('0002', ['N9*BM*X', 'B4***VD*20261341*2340*X*MSCU*123456*L*45G1*CNSHA*UN*6'])
  const other = 'ST*214*0003~B10*X~SE*3*0003~'
  const read = messages(interchange315([DEPARTED, bad, other, set315('0004', [BOX])]))
  expect(read.map(({ control, accepted, problems }) => [control, accepted, problems])).toEqual([
    ['0001', true, []],
    [
      '0002',
      false,
      [{ segment: 3, tag: 'B4', fault: 'content', message: 'The date or time does not exist (B404, B405)' }],
    ],
    ['0003', false, [{ segment: 1, tag: 'ST', fault: 'type', message: 'The message is no 315' }]],
    ['0004', true, []],
  ])
  const [good, broken] = messages(
    interchangeIftsta([ARRIVED, messageIftsta('M2', ['CNI+1', 'STS+1+VA', 'DTM+334:20261341:102'])]),
  )
  expect(good?.accepted).toBe(true)
  expect(broken).toMatchObject({ control: 'M2', accepted: false, problems: [{ segment: 4, tag: 'DTM' }] })
})

test('a message that is cut off is refused, and the one after it is read', () => {
  const half = DEPARTED.slice(0, DEPARTED.indexOf('Q2*'))
  expect(verdicts(interchange315([half, set315('0002', [BOX])]))).toEqual(['0001 false', '0002 true'])
  const whole = interchange315([set315('0000', [BOX]), DEPARTED])
  const cut = whole.slice(0, whole.indexOf('R4*E'))
  expect(verdicts(cut)).toEqual(['0000 true', '0001 false'])
  expect(verdicts(cut + whole)).toEqual(['0000 true', '0001 false', '0000 true', '0001 true'])
  // In a line of its own, the next interchange is found whatever its signs are.
  expect(verdicts(`${cut}\n${interchangeIftsta([ARRIVED])}`)).toEqual(['0000 true', '0001 false', 'M1 true'])
  expect(messages(cut)[1]?.problems).toMatchObject([
    { fault: 'trailer', message: 'The message is cut off: it has no SE' },
  ])
})

test('counts and numbers that differ are problems that refuse nothing', () => {
  const wrong = interchange315([DEPARTED.replace(/SE\*\d+\*0001/, 'SE*99*0007')])
  expect(messages(wrong)[0]).toMatchObject({
    accepted: true,
    events: { length: 1 },
    problems: [
      { segment: 14, message: 'The message has 14 segments, and SE says 99', fault: 'count' },
      { segment: 14, message: 'SE names another message than ST', fault: 'control' },
    ],
  })
  const short = interchangeIftsta([ARRIVED.replace(/UNT\+\d+/, 'UNT+')])
  expect(messages(short)[0]).toMatchObject({ accepted: true, problems: [{ fault: 'count' }] })
})

test.each([
  ['no status', ['B4****20261105*2340*X*MSCU*123456*****6'], 2],
  ['no date', ['B4***VD***X*MSCU*123456*****6'], 2],
  ['a time that does not exist', ['B4***VD*20261105*2561*X*MSCU*123456*****6'], 2],
  ['a date long ago', ['B4***VD*19991105*2340*X*MSCU*123456*****6'], 2],
  ['a date far ahead', ['B4***E*20991105*2340*X*MSCU*123456*****6'], 2],
  ['no container, bill or booking', ['N9*SI*X', 'B4***VD*20261105*2340'], 3],
  ['no B4', ['N9*BM*X'], 1],
  ['a second B4', [BOX, BOX], 3],
])('a 315 is refused at its segment: %s', (_, segments, segment) => {
  expect(messages(interchange315([set315('0001', segments)]))[0]).toMatchObject({
    accepted: false,
    problems: [{ segment }],
  })
})

test.each([
  ['no status', ['CNI+1', 'RFF+BM:X'], 1],
  ['no code of the status', ['CNI+1', 'STS+1', 'DTM+334:20261105:102'], 3],
  ['no time of the status', ['RFF+BM:X', 'STS+1+VA', 'DTM+137:20261105:102'], 3],
  ['no container, bill or booking', ['CNI+1+X', 'STS+1+VA', 'DTM+334:20261105:102'], 3],
])('an IFTSTA is refused at its segment: %s', (_, segments, segment) => {
  expect(onlyIftsta(segments)).toMatchObject({ accepted: false, problems: [{ segment }] })
})

test('an interchange that says no time, or one to come, says nothing', () => {
  for (const made of ['261341*1015', '      *    ', '261202*1015'])
    expect(messages(interchange315([DEPARTED]).replace('261127*1015', made))[0]).toMatchObject({
      accepted: false,
      problems: [{ segment: 0 }],
    })
})

test('E and C are estimates, and all other codes are actual', () => {
  const said = (code: string, options = {}) => {
    const event = only315(BOX.replace('VD', code), [], options)?.events[0]
    return [event?.milestone, event?.classifier]
  }
  expect(['E', 'C', 'UV', 'XX'].map((code) => said(code))).toEqual([
    ['eta', 'est'],
    ['etd', 'est'],
    ['discharged', 'act'],
    [null, 'act'],
  ])
  expect(said('XX', { mapping: { XX: 'available' } })).toEqual(['available', 'act'])
  expect(said('XX', { mapping: { XX: 'eta' } })).toEqual(['eta', 'est'])
  expect(said('E', { mapping: { E: 'empty-out' } })).toEqual(['empty-out', 'act'])
  const numbered = ['RFF+BM:X', 'STS+1+24', 'DTM+334:20261105:102']
  expect(onlyIftsta(numbered)?.events[0]?.milestone).toBe(null)
  expect(onlyIftsta(numbered, { mapping: { 24: 'arrived' } })?.events[0]?.milestone).toBe('arrived')
})

test("the place is that of B4, else the port of the code's side", () => {
  const place = (b4: string) => {
    const event = only315(b4, PORTS)?.events[0]
    return [event?.placeCode, event?.placeName]
  }
  expect(place(BOX.replace('CNSHA', 'USLAX'))).toEqual(['USLAX', 'LOS ANGELES'])
  const without = BOX.replace('CNSHA*UN', '*')
  expect(place(without)).toEqual(['CNSHA', 'SHANGHAI'])
  expect(place(without.replace('VD', 'UV'))).toEqual(['USLAX', 'LOS ANGELES'])
  // A code of another list than UN/LOCODE is none.
  expect(place(BOX.replace('CNSHA*UN', '57035*K'))).toEqual(['CNSHA', 'SHANGHAI'])
  const status = (code: string, places: string[]) =>
    onlyIftsta(['RFF+BM:X', `STS+1+${code}`, 'DTM+334:20261105:102', ...places])?.events[0]?.placeCode
  expect(status('VD', ['LOC+9+CNSHA', 'LOC+11+USLAX'])).toBe('CNSHA')
  expect(status('VA', ['LOC+9+CNSHA', 'LOC+11+USLAX'])).toBe('USLAX')
  expect(status('VA', ['LOC+9+CNSHA', 'LOC+11+USLAX', 'LOC+175+PAPTY'])).toBe('PAPTY')
})

test('the container is that of B4 with its check digit, else each that is referred to', () => {
  const containers = (b4: string, segments: string[] = []) =>
    only315(b4, segments)?.events.map(({ container }) => container)
  const boxes = ['N9*EQ*APZU4812090', 'N9*EQ*SUDU 123456-9', 'N9*EQ*APZU4812090']
  expect(containers(BOX, boxes)).toEqual(['MSCU1234566'])
  expect(containers(BOX.replace('123456', '1234566'), boxes)).toEqual(['MSCU1234566'])
  expect(containers('B4***VD*20261105*2340', boxes)).toEqual(['APZU4812090', 'SUDU1234569'])
  expect(containers('B4***VD*20261105*2340', ['N9*BM*X'])).toEqual([null])
})

test('a call sign is no IMO number', () => {
  const vessel = (q2: string) => only315(BOX, [q2])?.events[0]
  expect(vessel('Q2*9321483********V1***C*OLIVIA')).toMatchObject({ vesselImo: null, vessel: 'OLIVIA', voyage: 'V1' })
  expect(vessel('Q2*IMO9321483')).toMatchObject({ vesselImo: '9321483', vessel: null })
  expect(
    onlyIftsta(['RFF+BM:X', 'STS+1+VA', 'DTM+334:20261105:102', 'TDT+20++++++3FQF7:103::OLIVIA'])?.events[0],
  ).toMatchObject({ vesselImo: null })
})

test('times of EDIFACT are read in their format, and are the place’s unless they say otherwise', () => {
  const time = (dtm: string) => {
    const event = onlyIftsta(['RFF+BM:X', 'STS+1+VA', `DTM+334:${dtm}`])?.events[0]
    return event?.at ?? event?.localAt
  }
  expect(time('20261105:102')).toBe('2026-11-05T00:00:00')
  expect(time('2611052340:201')).toBe('2026-11-05T23:40:00')
  expect(time('20261105234059:204')).toBe('2026-11-05T23:40:59')
  expect(time('202611052340UTC:303')).toBe('2026-11-05T23:40:00.000Z')
  expect(time('202611052340CST:303')).toBe('2026-11-05T23:40:00')
  expect(time('202611052340?+0800:205')).toBe('2026-11-05T15:40:00.000Z')
  expect(time('202611052340:')).toBe('2026-11-05T23:40:00')
  for (const wrong of ['20261105234:203', '', 'X:203', '202611052340?+1500:205'])
    expect(time(wrong), wrong).toBe(undefined)
})

test('names of every object are no codes, and what cannot be stored is left out', () => {
  expect(only315(BOX.replace('VD', 'constructor'), [], { mapping: {} })?.events[0]).toMatchObject({
    code: 'CONSTRUCTOR',
    milestone: null,
  })
  const event = only315(BOX, ['N9*BM*A\0B', 'Q2*********V\ud8001***L*\u0007OLI\tVIA'])?.events[0]
  expect(event).toMatchObject({ masterBill: 'AB', vessel: 'OLI VIA' })
  expect(String(event?.raw)).not.toMatch(/\0/)
  expect(String(event?.raw).isWellFormed()).toBe(true)
})
