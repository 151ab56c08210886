import { expect, test } from 'vitest'
import { findZone } from './iana.ts'
import { zoneOfPort } from './port-zones.ts'

test.each([
  ['USLAX', 'America/Los_Angeles'],
  ['USHOU', 'America/Chicago'],
  ['CAVAN', 'America/Vancouver'],
])('the clocks of %s are those of %s, which is known', (code, zone) => {
  expect(zoneOfPort(code)).toBe(zone)
  expect(findZone(zone)).not.toBeNull()
})

test('a port with the clocks of its country, or an unknown one, has none of its own', () => {
  expect([zoneOfPort('USNYC'), zoneOfPort('CAMTR'), zoneOfPort('__proto__')]).toEqual([null, null, null])
})
