import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import moment from 'moment-timezone'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { formatDateTime } from '#contract/lib/format.ts'
import { instantAt, zonesFrom } from '#contract/lib/zones.ts'
import { readDate } from '#server/imports/rows/import-dates.ts'
import { madeRecords, nameCompany } from '#server/made-documents/made-documents.fixture.ts'
import { textOfPdf } from '#server/pdf/read-pdf.fixture.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { findZone, zoneOf } from '#server/zones/iana.ts'
import { keepClock } from '#server/zones/keep-clock.ts'

const CASE: { setting: { TIME_ZONE: string }; do: string } = JSON.parse(
  readFileSync('tests/cases/texts/clocks-that-differ.json', 'utf8'),
)

/** When the clock of each zone shows Dec 10 2026 17:00, counted by hand. The rules of the first four are of 2026. */
const ZONES = [
  [CASE.setting.TIME_ZONE, '2026-12-11T00:00:00.000Z'],
  ['America/Edmonton', '2026-12-10T23:00:00.000Z'],
  ['America/Winnipeg', '2026-12-10T22:00:00.000Z'],
  ['Africa/Casablanca', '2026-12-10T17:00:00.000Z'],
  ['Asia/Shanghai', '2026-12-10T09:00:00.000Z'],
] as const
const TYPED = 'Dec 10 2026 17:00'

test('the case is the one of British Columbia', () => {
  expect([CASE.setting.TIME_ZONE, CASE.do.includes(TYPED)]).toEqual(['America/Vancouver', true])
})

describe.each(ZONES)('a cut-off typed as 17:00 in %s', (zone, at) => {
  let server: TestServer
  let records: Awaited<ReturnType<typeof madeRecords>>
  let order: { id: number; hashSum: string; customCode: string }
  beforeAll(async () => {
    server = await startTestServer({ TIME_ZONE: zone })
    await keepClock(server.db, zoneOf(zone))
    records = await madeRecords(server)
    await nameCompany(server)
    order = await records.addOrder({}, { cargoCutOffAt: null })
  })
  afterAll(async () => {
    zonesFrom(findZone)
    await server.close()
  })

  test('is the instant that the package gives, in a browser whose own rules are never asked', async () => {
    const settings = (await server.call('GET', 'settings')).body.data
    expect(settings.timeZone).toBe(zone)
    zonesFrom((name) => (name === zone ? settings.zone : null))
    const sent = new Date(instantAt(Date.UTC(2026, 11, 10, 17), zone)).toISOString()
    expect(sent).toBe(at)
    expect(moment.tz('2026-12-10 17:00', zone).toISOString()).toBe(at)
    expect(formatDateTime(sent, zone)).toBe(TYPED)
    zonesFrom(findZone)
    const edited = await server.call('PUT', `request/booking/${order.id}/confirmation/edit`, {
      body: { cargoCutOffAt: sent },
    })
    expect(edited.status, JSON.stringify(edited.body)).toBe(200)
  })

  test('is 17:00 in the mail, on the tracking page and in the PDF', async () => {
    const { body } = await server.call('POST', 'template/email/live_preview', {
      body: { type: 'mail', subject: '', content: '<p>{{ confirmation.cargoCutOffAt }}</p>', orderId: order.id },
    })
    expect(body.data.html).toContain(`<p>${TYPED} (${zone})</p>`)
    const page = await fetch(`${server.url}/site/tracking?code=${order.hashSum}${order.customCode}`)
    const text = (await page.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Dec 10 17:00')
    expect(text).toContain(`Time zone: ${zone}`)
    const { pdf } = await records.made(order.id, 'booking-confirmation')
    // A long line breaks after the slash.
    expect((await textOfPdf(pdf)).join('\n').replaceAll(/\/\s/g, '/').replaceAll(/\s/g, ' ')).toContain(
      `${TYPED} (${zone})`,
    )
  })

  test('is that instant in the calendar, and 17:00 in its words', async () => {
    const file = await fetch(`${server.url}/site/tracking/${order.hashSum}${order.customCode}.ics`)
    const lines = (await file.text()).replaceAll('\r\n ', '')
    expect(lines).toContain(`DTSTART:${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
    expect(lines).toContain(`Dec 10 17:00 (${zone})`)
  })

  test('is that instant in an export, and 17:00 in the trail and by the clock of the database', async () => {
    const file = await server.call('GET', 'request/booking/export?format=csv&fields=all')
    expect(file.body).toContain(at)
    const token = await server.signIn({ role: [Role.ADMIN] })
    const trail = await server.call('GET', 'admin/audit', { token })
    expect(JSON.stringify(trail.body.data)).toContain(`"${TYPED}"`)
    const { rows } = await sql<{ shown: string }>`
      select to_char(shown_at(cargo_cut_off_at, until, offsets), 'Mon DD YYYY HH24:MI') as shown
      from confirmations, clock where order_id = ${order.id}`.execute(server.db)
    expect(rows).toEqual([{ shown: TYPED }])
  })

  test('is found by its day, and read back from a file as it was typed', async () => {
    const found = async (day: string) =>
      (await server.call('GET', `request/booking/get_all?f.cutOff=between:${day},${day}`)).body.data.items.length
    expect([await found('2026-12-09'), await found('2026-12-10'), await found('2026-12-11')]).toEqual([0, 1, 0])
    expect(
      readDate('2026-12-10 17:00', {
        timeZone: zone,
        column: { form: null, torn: false, ambiguous: null, dots: { form: null, torn: false, ambiguous: null } },
      }),
    ).toEqual({ at })
  })
})
