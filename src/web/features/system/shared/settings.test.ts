import { afterEach, expect, test, vi } from 'vitest'
import { zonesFrom } from '#contract/lib/zones.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { instantOf, typeDaysIn } from '#web/lib/format/form-dates.ts'
import { settingsQuery } from './settings.ts'

const before = zonesFrom(() => null)
zonesFrom(before)
afterEach(() => {
  zonesFrom(before)
  typeDaysIn('UTC')
})

/** A zone that no browser knows: 5:45 behind UTC until Dec 1 2026, and 3:15 behind from then on. */
const zone = { name: 'Test/Invented', until: [Date.UTC(2026, 11, 1) / 1000], offsets: [-20_700, -11_700] }

test('screens read and show times by the rules that the server sends, not by those of the browser', async () => {
  const data = {
    timeZone: zone.name,
    zone,
    publicSiteUrl: '/site',
    customerSiteUrl: '/site',
    mailConfigured: true,
    mailHoldSeconds: 0,
    cookieDomain: null,
    setupOpen: false,
  }
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'OK', data }))
  const { timeZone } = await queryClient.fetchQuery(settingsQuery)
  const { dateTime } = datesIn(timeZone)
  expect(instantOf('12/10/2026', '17:00', timeZone)).toBe('2026-12-10T20:15:00.000Z')
  expect(dateTime('2026-12-10T20:15:00.000Z')).toBe('Dec 10 2026 17:00')
  expect(instantOf('11/10/2026', '17:00', timeZone)).toBe('2026-11-10T22:45:00.000Z')
  expect(dateTime('2026-11-10T22:45:00.000Z')).toBe('Nov 10 2026 17:00')
})
