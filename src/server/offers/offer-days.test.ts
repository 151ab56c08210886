import { expect, test } from 'vitest'
import { nextFollowUp, usualLastInstant } from './offer-days.ts'

test.each([
  // Friday evening in Vancouver is Saturday in UTC: the days are those of the forwarder's clock.
  ['2026-11-28T03:00:00Z', 'America/Vancouver', '2026-12-01T16:00:00.000Z', '2026-12-12T00:00:00.000Z'],
  ['2026-11-23T10:00:00Z', 'UTC', '2026-11-25T09:00:00.000Z', '2026-12-07T17:00:00.000Z'],
  ['2026-11-26T10:00:00Z', 'UTC', '2026-11-30T09:00:00.000Z', '2026-12-10T17:00:00.000Z'],
  ['2026-11-28T10:00:00Z', 'UTC', '2026-12-01T09:00:00.000Z', '2026-12-12T17:00:00.000Z'],
  // Clocks go back in between: both times are by the clock.
  ['2026-10-22T10:00:00Z', 'Europe/Berlin', '2026-10-26T08:00:00.000Z', '2026-11-05T16:00:00.000Z'],
])('at %s in %s, the follow-up is at %s, and the offer is valid until %s', (now, zone, followUp, last) => {
  expect([nextFollowUp(new Date(now), zone), usualLastInstant(new Date(now), zone)]).toEqual([followUp, last])
})
