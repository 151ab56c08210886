import { expect, test } from 'vitest'
import { faultsOf, faultsOfEvent, sample } from './validator.ts'

test('the published sample is accepted', () => {
  expect(faultsOf(sample(''))).toEqual([])
})

test.each(['-wrong-attribute-values', '-wrong-date-times', '-wrong-event-ids', '-wrong-structure'])(
  'the published sample%s is refused',
  (name) => {
    expect(faultsOf(sample(name))).not.toEqual([])
  },
)

test('every case of wrong times is refused, and the event without a fault beside them accepted', () => {
  const [good, ...bad] = [sample('-wrong-date-times')].flat()
  expect(faultsOfEvent(good)).toEqual([])
  for (const event of bad) expect(faultsOfEvent(event), JSON.stringify(event)).not.toEqual([])
})
