import { expect, test } from 'vitest'
import { DCSA_LETTERS, dcsaMilestone, EDI_MILESTONES, mappedMilestone, milestoneAs, sideOf } from './carrier-codes.ts'
import { eventInstant } from './carrier-events.ts'

const equipment = (code: string, emptiness: string | null = null, mode: string | null = null) =>
  dcsaMilestone({ type: 'EQUIPMENT', code, emptiness, mode })
const transport = (code: string, mode: string | null) =>
  dcsaMilestone({ type: 'TRANSPORT', code, emptiness: null, mode })

test('codes of DCSA mean milestones by cargo and means of transport', () => {
  expect(equipment('GTOT', 'EMPTY')).toBe('empty-out')
  expect(equipment('GTIN', 'LADEN')).toBe('gate-in')
  expect(equipment('LOAD', 'LADEN', 'VESSEL')).toBe('loaded')
  expect(equipment('LOAD', 'LADEN')).toBe('loaded')
  expect(equipment('DISC', 'LADEN', 'VESSEL')).toBe('discharged')
  expect(transport('DEPA', 'VESSEL')).toBe('departed')
  expect(transport('ARRI', 'VESSEL')).toBe('arrived')
  expect(['LOAD', 'DISC'].map((code) => equipment(code, 'LADEN', 'RAIL'))).toEqual(['rail-loaded', 'rail-unloaded'])
  expect(['DEPA', 'ARRI'].map((code) => transport(code, 'RAIL'))).toEqual(['rail-departed', 'rail-arrived'])
  expect(['CUSR', 'CUSI', 'AVPU', 'DROP'].map((code) => equipment(code))).toEqual([
    ...['customs-released', 'customs-exam', 'available', 'delivered'],
  ])
  expect(equipment('GTOT', 'LADEN')).toBe('out-for-delivery')
  expect(equipment('GTIN', 'EMPTY')).toBe('empty-returned')
})

test('what is told of a truck or a barge, of a gate without its indicator and of documents means nothing for sure', () => {
  for (const mode of ['TRUCK', 'BARGE', 'MULTIMODAL', null]) expect(transport('DEPA', mode)).toBe(null)
  expect(equipment('LOAD', 'LADEN', 'TRUCK')).toBe(null)
  expect(equipment('GTIN')).toBe(null)
  expect(equipment('DROP', 'EMPTY')).toBe(null)
  expect(dcsaMilestone({ type: 'SHIPMENT', code: 'CONF', emptiness: null, mode: null })).toBe(null)
  for (const code of ['STUF', 'constructor', '__proto__', '']) expect(equipment(code, 'LADEN')).toBe(null)
})

test('an estimated departure or arrival is an ETD or ETA, and an actual one is none', () => {
  expect(milestoneAs('departed', 'est')).toBe('etd')
  expect(milestoneAs('arrived', 'est')).toBe('eta')
  expect(milestoneAs('departed', 'pln')).toBe('departed')
  expect(milestoneAs('eta', 'act')).toBe('arrived')
  expect(milestoneAs('etd', 'act')).toBe('departed')
  expect(milestoneAs('discharged', 'est')).toBe('discharged')
})

test('codes of EDI have a milestone and a side', () => {
  const codes = 'EE I CO AE VD VA UV AL RL AR UR CT PQ AV OA D RD C E'.split(' ')
  expect([...EDI_MILESTONES.keys()]).toEqual(codes)
  expect(codes.filter((code) => sideOf(code) === 'loading')).toEqual(['EE', 'I', 'CO', 'AE', 'VD', 'C'])
})

test("a sender's own code wins, and no name of every object is one", () => {
  expect(mappedMilestone({ '24': 'arrived' }, '24')).toBe('arrived')
  expect(mappedMilestone({ '24': 'arrived' }, 'constructor')).toBe(undefined)
  expect(mappedMilestone(null, '24')).toBe(undefined)
})

test('words of the published 3.0 are the letters of 2.2', () => {
  expect(new Set(DCSA_LETTERS.values()).size).toBe(DCSA_LETTERS.size)
  expect(['GATED_IN', 'DROPPED_OFF', 'AVAILABLE_FOR_PICKUP'].map((word) => DCSA_LETTERS.get(word))).toEqual([
    ...['GTIN', 'DROP', 'AVPU'],
  ])
})

test('a time without a zone is that of the place, and said to be assumed', () => {
  const instant = { at: '2026-11-20T06:30:00.000Z', localAt: null }
  expect(eventInstant(instant, 'Asia/Shanghai')).toEqual({ at: instant.at, zoneAssumed: false })
  expect(eventInstant({ at: null, localAt: '2026-11-20T14:30:00' }, 'Asia/Shanghai')).toEqual({
    at: '2026-11-20T06:30:00.000Z',
    zoneAssumed: true,
  })
  // The hour that clocks skip becomes the one after it.
  expect(eventInstant({ at: null, localAt: '2026-03-08T02:30:00' }, 'America/New_York').at).toBe(
    '2026-03-08T07:30:00.000Z',
  )
})
