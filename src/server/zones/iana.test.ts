import moment from 'moment-timezone'
import { afterEach, expect, test } from 'vitest'
import { formatDateTime } from '#contract/lib/format.ts'
import { instantAt, wallsOf, zoneOffset, zonesFrom } from '#contract/lib/zones.ts'
import { findZone, zonesEdition } from './iana.ts'

afterEach(() => zonesFrom(findZone))

const START = Date.UTC(1970, 0, 2)
const END = Date.UTC(2100, 0)

test('every zone of the package has the offsets that the package itself gives, around every change', () => {
  const wrong: string[] = []
  for (const name of moment.tz.names()) {
    const zone = moment.tz.zone(name)
    const changes = zone?.untils.filter((at): at is number => at !== null && at > START && at < END) ?? []
    for (const at of [START, ...changes.flatMap((change) => [change - 1, change]), END - 1]) {
      const own = Math.round(-(zone?.utcOffset(at) ?? 0) * 60) * 1000
      if (zoneOffset(at, name) !== own) wrong.push(`${name} at ${new Date(at).toISOString()}: ${own}`)
    }
  }
  expect(wrong).toEqual([])
})

// Counted by hand: British Columbia, Alberta and Manitoba stopped changing their clocks in 2026.
test.each([
  ['America/Vancouver', '2026-11-01T08:59:00Z', 'Nov 1 2026 1:59'],
  ['America/Vancouver', '2026-11-01T09:30:00Z', 'Nov 1 2026 2:30'],
  ['America/Vancouver', '2026-12-11T00:00:00Z', 'Dec 10 2026 17:00'],
  ['America/Vancouver', '2026-01-11T01:00:00Z', 'Jan 10 2026 17:00'],
  ['America/Edmonton', '2026-12-10T23:00:00Z', 'Dec 10 2026 17:00'],
  ['America/Winnipeg', '2026-12-10T22:00:00Z', 'Dec 10 2026 17:00'],
  ['America/New_York', '2026-12-10T22:00:00Z', 'Dec 10 2026 17:00'],
  ['Asia/Shanghai', '2026-12-10T09:00:00Z', 'Dec 10 2026 17:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', 'Apr 5 2026 1:45'],
  ['Pacific/Apia', '2011-12-30T10:30:00Z', 'Dec 31 2011 0:30'],
])('%s shows %s as %s', (zone, at, shown) => {
  expect(formatDateTime(at, zone)).toBe(shown)
})

test.each([
  ['a time that is skipped is an hour later', 'Europe/Berlin', '2026-03-29T02:30Z', '2026-03-29T01:30:00.000Z'],
  ['of a time that comes twice, the first is meant', 'Europe/Berlin', '2026-10-25T02:30Z', '2026-10-25T00:30:00.000Z'],
  ['a day that begins at 1:00 begins then', 'America/Santiago', '2026-09-06T00:00Z', '2026-09-06T04:00:00.000Z'],
  ['a time that no longer comes twice', 'America/Vancouver', '2026-11-01T01:30Z', '2026-11-01T08:30:00.000Z'],
])('%s', (_, zone, shown, at) => {
  expect(new Date(instantAt(Date.parse(shown), zone)).toISOString()).toBe(at)
})

test('every time that clocks show is read back, in every zone', () => {
  for (const name of moment.tz.names()) {
    for (let at = Date.UTC(2025, 0, 1, 12); at < Date.UTC(2028, 0); at += 37 * 86_400_000)
      expect(instantAt(at + zoneOffset(at, name), name), name).toBe(at)
  }
})

test('a name is found in any case of letters, also an older one; an unknown name and an offset are not', () => {
  expect(findZone('europe/BERLIN')?.name).toBe('Europe/Berlin')
  expect(findZone('Asia/Calcutta')).toEqual({ ...findZone('Asia/Kolkata'), name: 'Asia/Calcutta' })
  expect(findZone('utc')).toEqual({ name: 'UTC', until: [], offsets: [0] })
  for (const unknown of ['Atlantis/Capital', '+08:00', 'Europe', '']) expect(findZone(unknown)).toBeNull()
  for (const name of Intl.supportedValuesOf('timeZone')) expect(findZone(name)?.name, name).toBe(name)
})

test('the rules are those of 2026 or later, when British Columbia stopped changing its clocks', () => {
  expect(zonesEdition() >= '2026f').toBe(true)
})

test('the clocks of a process have one source, and a browser gets its own', () => {
  const walls = { until: [1_000_000], offsets: [3600, 7200] }
  expect(wallsOf(walls)).toEqual([1_007_200])
  zonesFrom((name) => (name === 'Test/Zone' ? { name, ...walls } : null))
  expect(zoneOffset(999_999_999, 'Test/Zone')).toBe(3_600_000)
  expect(zoneOffset(1_000_000_000, 'Test/Zone')).toBe(7_200_000)
  expect(() => zoneOffset(0, 'Asia/Shanghai')).toThrow('Asia/Shanghai')
})
