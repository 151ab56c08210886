import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carrierEvent } from '#contract/carrier-events/carrier-events.ts'
import { ARRIVED, DEPARTED, interchange315, interchangeIftsta, NOW, set315 } from './edi.fixture.ts'
import { MAX_EDI_TEXT } from './limits.ts'
import { parseEdi } from './parse-edi.ts'

const parse = (text: string) => parseEdi(text, { now: NOW })

/** Characters of the texts: 10 MB where time is taken for it. What grows with the square takes too long for a tenth, too. */
const SIZE = process.env.LONG_TESTS === '1' ? MAX_EDI_TEXT : MAX_EDI_TEXT / 10

/** A text of that size: a beginning, a unit as often as it fits, and an end. */
const filled = (start: string, unit: string, end = '') =>
  (start + unit.repeat(Math.ceil(SIZE / unit.length))).slice(0, SIZE - end.length) + end

/** Seconds of this process's work, whatever else runs on the machine. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}
/** An idle machine takes a tenth of it; a reader whose time grows with the square takes minutes. */
const MOST_SECONDS = 10

const ISA = interchange315([]).split('GS*', 1)[0] ?? ''
const UNB = "UNB+UNOC:3+A+B+261127:1015+1'"

test.each([
  ['messages of 315', interchange315([]).split('GE*', 1)[0] ?? '', DEPARTED, ''],
  ['messages of IFTSTA', UNB, ARRIVED, ''],
  ['messages without an end', ISA, 'ST*315*1~', ''],
  ['empty segments', ISA, '~', ''],
  ['spaces', ISA, ' ', ''],
  ['signs of release', UNB, '?', ''],
  ['released ends of segments', UNB, "?'", ''],
  ['headers of X12', '', ISA, ''],
  ['headers of X12 in lines', '', `${ISA}\n`, ''],
  ['headers of EDIFACT in lines', '', 'UNB+\n', ''],
  ['signs of EDIFACT in lines', '', "UNA:+.? '\n", ''],
  ['references of a 315', `${ISA}ST*315*1~B4***VD*20261105~`, 'N9*EQ*MSCU1234566~', 'SE*1*1~'],
  ['containers of an IFTSTA', `${UNB}UNH+1+IFTSTA'STS+1+VD'DTM+334:20261105:102'`, "EQD+CN+MSCU1234566'", "UNT+1+1'"],
  ['statuses of an IFTSTA', `${UNB}UNH+1+IFTSTA'RFF+BM:1'`, "STS+1+VD'DTM+334:20261105:102'", "UNT+1+1'"],
  ['consignments of an IFTSTA', `${UNB}UNH+1+IFTSTA'`, "CNI+1'RFF+BM:1'STS+1+VD'DTM+334:20261105:102'", "UNT+1+1'"],
  ['segments before the statuses', `${UNB}UNH+1+IFTSTA'`, "RFF+XX:1'", `${"STS+1+VD'".repeat(999)}UNT+1+1'`],
  ['one element', `${ISA}ST*315*1~B4*`, 'x', ''],
  ['elements', `${ISA}ST*315*1~B4*`, '*', '~SE*1*1~'],
  ['components', `${UNB}UNH+1+IFTSTA'STS+1+VD'RFF+BM`, ':', "'UNT+1+1'"],
  ['words', '', 'status ', ''],
  ['lines', '', 'status\n', ''],
])('the longest text is read in time: %s', (_, start, unit, end) => {
  const text = filled(start, unit, end)
  expect(secondsOf(() => parse(text))).toBeLessThan(MOST_SECONDS)
})

test('of more than 50 000 messages the rest is left out, and said so', () => {
  const { messages } = parse(interchange315([]).replace('GE*', `${'ST*315*1~'.repeat(50_010)}GE*`))
  expect(messages).toHaveLength(50_001)
  expect(messages.at(-1)?.problems[0]?.message).toMatch(/more than 50,000 messages/)
})

test('a message of more than 1 000 events is refused, and the next is read', () => {
  const boxes = (count: number) => Array.from({ length: count }, (_, at) => `N9*EQ*MSCU${1_000_000 + at}`)
  const set = (control: string, count: number) => set315(control, ['B4***VD*20261105*2340', ...boxes(count)])
  const { messages } = parse(interchange315([set('1', 1_000), set('2', 1_001), set('3', 1)]))
  expect(messages.map(({ events }) => events.length)).toEqual([1_000, 0, 1])
})

const SEEDS = [interchange315([DEPARTED, DEPARTED]), interchangeIftsta([ARRIVED, ARRIVED])]
const PIECES = [
  '*',
  '~',
  '+',
  ':',
  "'",
  '?',
  '\n',
  ' ',
  '\0',
  '\ud800',
  'ISA*',
  'UNA',
  "UNA:+.? '",
  'UNB+',
  'ST*315*9~',
  'SE*',
  "UNH+1+IFTSTA'",
]
PIECES.push("UNT+1'", 'GE*', 'IEA*', 'B4*', 'STS+', '20261341', '999999999999', '𝕏', '\u202e')
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), at: fc.nat(), piece: fc.constantFrom(...PIECES) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), length: fc.nat(120) }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), length: fc.nat(400) }),
)
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never

function mutated(text: string, change: Mutation): string {
  const at = change.at % (text.length + 1)
  if (change.kind === 'put') return text.slice(0, at) + change.piece + text.slice(at)
  if (change.kind === 'cut') return text.slice(0, at) + text.slice(at + change.length)
  return text.slice(0, at) + text.slice(at, at + change.length) + text.slice(at)
}

test('whatever is changed in a text, it is read or refused by message, and what is read fits the schema', () => {
  const property = fc.property(
    fc.constantFrom(...SEEDS),
    fc.array(mutation, { minLength: 1, maxLength: 12 }),
    (seed, changes) => {
      const { interchanges, messages } = parse(changes.reduce(mutated, seed))
      if (interchanges === 0) expect(messages).toEqual([])
      for (const { accepted, events, problems } of messages) {
        expect(accepted || problems.length > 0).toBe(true)
        expect(accepted).toBe(events.length > 0)
        for (const event of events) expect(carrierEvent.safeParse(event).error).toBe(undefined)
      }
    },
  )
  fc.assert(property, { numRuns: 1_500, seed: 36 })
})
