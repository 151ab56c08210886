import { expect, test } from 'vitest'
import { acknowledge } from './acknowledge.ts'
import { ARRIVED, DEPARTED, interchange315, interchangeIftsta, messageIftsta, NOW, set315 } from './edi.fixture.ts'
import { parseEdi } from './parse-edi.ts'

const answers = (text: string) =>
  parseEdi(text, { now: NOW }).messages.map((each) => acknowledge(each, { now: NOW, number: 17 }))
const segmentsOf = (text: string | undefined, end: string) => (text ?? '').split(end).slice(0, -1)

test('a 997 names the group and the set, back to the sender, and counts itself', () => {
  expect(segmentsOf(answers(interchange315([DEPARTED]))[0], '~')).toEqual([
    'ISA*00*          *00*          *ZZ*QUAYSIDE       *02*MSCU           *261128*1200*U*00401*000000017*0*P*>',
    'GS*FA*QUAYSIDE*MSCU*20261128*1200*17*X*004010',
    'ST*997*0001',
    'AK1*QO*42',
    'AK2*315*0001',
    'AK5*A',
    'AK9*A*1*1*1',
    'SE*6*0001',
    'GE*1*17',
    'IEA*1*000000017',
  ])
})

test('a 997 says which segment refused a set, and what a set was accepted with', () => {
  const bad = set315('0002', ['N9*BM*X', 'B4***VD*20261341'])
  const count = set315('0003', ['N9*BM*X', 'B4***VD*20261105']).replace('SE*4', 'SE*9')
  const of = (text: string) => segmentsOf(text, '~').filter((each) => each.startsWith('AK'))
  expect(answers(interchange315([bad, count, 'ST*214*0004~SE*2*0004~'])).map(of)).toEqual([
    ['AK1*QO*42', 'AK2*315*0002', 'AK3*B4*3**8', 'AK5*R*5', 'AK9*R*1*1*0'],
    ['AK1*QO*42', 'AK2*315*0003', 'AK5*E*4', 'AK9*E*1*1*1'],
    ['AK1*QO*42', 'AK2*214*0004', 'AK5*R*1', 'AK9*R*1*1*0'],
  ])
})

test('a CONTRL names the interchange and the message, back to the sender, and counts itself', () => {
  expect(segmentsOf(answers(interchangeIftsta([ARRIVED]))[0], "'")).toEqual([
    ...['UNA:+.? ', 'UNB+UNOC:3+QUAYSIDE:ZZZ+SUDU:ZZZ+261128:1200+17', 'UNH+1+CONTRL:D:3:UN'],
    ...['UCI+IC905+SUDU:ZZZ+QUAYSIDE:ZZZ+7', 'UCM+M1+IFTSTA:D:00B:UN+7', 'UNT+4+1', 'UNZ+1+17'],
  ])
})

test('a CONTRL says which segment refused a message', () => {
  const bad = messageIftsta('M2', ['CNI+1', 'STS+1+VA', 'DTM+334:20261341:102'])
  const half = "UNH+M3+IFTSTA:D:00B:UN'CNI+1'"
  const of = (text: string) => segmentsOf(text, "'").filter((each) => each.startsWith('UC'))
  const uci = 'UCI+IC905+SUDU:ZZZ+QUAYSIDE:ZZZ+7'
  expect(answers(interchangeIftsta([bad, half])).map(of)).toEqual([
    [uci, 'UCM+M2+IFTSTA:D:00B:UN+4+12', 'UCS+4+12'],
    [uci, 'UCM+M3+IFTSTA:D:00B:UN+4+13', 'UCS+2+13'],
  ])
})

test('an answer has the signs of what it answers', () => {
  const [x12] = answers(interchange315([DEPARTED], { element: '|', component: '<', terminator: '\n' }))
  expect(segmentsOf(x12, '\n')[2]).toBe('ST|997|0001')
  const own = 'UNA|*.\\ ~UNB*UNOC|3*A*B*261127|1015*R\\*1~UNH*M\\~1*IFTSTA|D|00B|UN~CNI*1~UNT*3*M\\~1~UNZ*1*R\\*1~'
  const [edifact] = answers(own)
  expect(edifact).toMatch(/^UNA\|\*\.\\ ~UNB\*UNOC\|3\*B\*A\*/)
  expect(edifact).toContain('UCI*R\\*1*A*B*7~UCM*M\\~1*')
})
