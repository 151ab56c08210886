import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadReference } from '#demo/load-reference.ts'
import { createPool } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createConfirmation, createEvent, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'

interface Case {
  order: { cargoCutOffAt: string; documentationCutOffAt: string }
  templates: string[]
}
const CASE: Case = JSON.parse(readFileSync('tests/cases/texts/zone-of-mails.json', 'utf8'))

const TIMES = { ...CASE.order, cargoReadyAt: '2026-12-08T23:05:00Z' }
const EVENT_DATE = '2026-06-09T23:30:00Z'
const DAYS = {
  estimatedTimeOfDepartureAt: '2026-12-14T00:00:00Z',
  actualTimeOfDepartureAt: '2026-12-15T00:00:00Z',
  portEstimatedTimeOfArrivalAt: '2026-12-28T00:00:00Z',
  placeEstimatedTimeOfArrivalAt: '2026-12-30T00:00:00Z',
}

/** Times of the order and of its event as each zone's clock shows them, counted by hand. */
const SHOWN: Record<string, string[]> = {
  UTC: ['Dec 10 2026 9:00', 'Dec 10 2026 10:30', 'Dec 8 2026 23:05', 'Jun 9 2026 23:30'],
  'Asia/Shanghai': ['Dec 10 2026 17:00', 'Dec 10 2026 18:30', 'Dec 9 2026 7:05', 'Jun 10 2026 7:30'],
  'America/Vancouver': ['Dec 10 2026 2:00', 'Dec 10 2026 3:30', 'Dec 8 2026 16:05', 'Jun 9 2026 16:30'],
}

/** Names and offsets of time zones, as somebody would write them by hand. */
const BY_HAND =
  /\b(UTC|GMT|PST|PDT|EST|EDT|CST|CET|CEST|HKT|Z)\b|time zone|(local|Pacific|Eastern|China|Central|Beijing) time/i
const TIME = /\b\d{1,2}:\d{2}\b/g
const DATED = /[A-Z][a-z]{2} \d{1,2} \d{4} \d{1,2}:\d{2}/g

/** A database with the examples of DEMO=reference, which are those of DEMO=1, and a server in this zone. */
async function started(timeZone: string) {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 2, { patient: true })
  await loadReference(pool)
  await pool.end()
  const server = await startTestServer({ TIME_ZONE: timeZone, DEMO: 'reference' }, database.url)
  const { id: userId } = await createUser(server.db)
  const { id: vesselId } = await server.db.selectFrom('vessels').select('id').limit(1).executeTakeFirstOrThrow()
  const order = await createOrder(server.db, { userId, amazonRefId: 'A1', shipmentId: 'FBA1', customBrokerage: true })
  await createConfirmation(server.db, { orderId: order.id, vesselId, vesselVoyage: '1E', ...TIMES, ...DAYS })
  const event = await createEvent(server.db, 'On its way', 'On its way')
  const set = { bookingRequestId: order.id, eventId: event.id, date: EVENT_DATE, comment: 'Gate 4' }
  expect((await server.call('POST', 'request/event/data/add', { body: set })).status).toBe(200)
  const close = async () => {
    await server.close()
    await database.drop()
  }
  return { server, orderId: order.id, close }
}

const textOf = (html: string) => html.replaceAll(/<style[\s\S]*?<\/style>/g, '').replaceAll(/<[^>]*>/g, ' ')

/** What is wrong with the times in a text that only knows these. */
function wrongTimes(text: string, timeZone: string): string[] {
  const zone = ` (${timeZone})`
  const known = (SHOWN[timeZone] ?? []).map((shown) => shown + zone)
  const left = known.reduce((rest, shown) => rest.replaceAll(shown, ''), text)
  return [...(left.match(TIME) ?? []), ...(BY_HAND.exec(left)?.slice(0, 1) ?? [])]
}

test.each(Object.keys(SHOWN))(
  'every example of a mail tells its times by the clock of %s, and names it',
  async (zone) => {
    const { server, orderId, close } = await started(zone)
    try {
      const mails = await server.db.selectFrom('mailTemplates').select(['id', 'title', 'subject', 'content']).execute()
      const blocks = await server.db.selectFrom('htmlBlocks').select(['title', 'content']).execute()
      expect([mails.length > 15, blocks.length > 3]).toEqual([true, true])
      /** A preview as people read it, HTML and text. */
      const previewed = async (body: object) => {
        const { status, body: reply } = await server.call('POST', 'template/email/live_preview', { body })
        expect(status, JSON.stringify(reply)).toBe(200)
        return `${reply.data.subject} ${textOf(reply.data.html)} ${reply.data.text}`.replaceAll(/\s+/g, ' ')
      }
      const wrong: unknown[] = []
      const printed = new Map<string, string>()
      for (const { id, title, subject, content } of mails) {
        const text = await previewed({ type: 'mail', subject, content, templateId: id, orderId })
        printed.set(title, text)
        const found = wrongTimes(text, zone)
        if (found.length > 0) wrong.push([title, found])
      }
      for (const { title, content } of blocks) {
        const found = wrongTimes(await previewed({ type: 'block', subject: '', content, orderId }), zone)
        if (found.length > 0) wrong.push([title, found])
      }
      expect(wrong).toEqual([])
      for (const title of CASE.templates)
        expect(printed.get(title)?.match(DATED)?.length, `${title} tells a time`).toBeGreaterThan(0)
      const [cargo, documents] = SHOWN[zone] ?? []
      expect(printed.get('Booking confirmation')).toContain(`by ${cargo} (${zone}) , documents due by`)
      expect(printed.get('Booking confirmation')).toContain(`${documents} (${zone})`)
      // Days are the same everywhere, and name no zone.
      expect(printed.get('Booking confirmation')).toContain('Dec 15 2026 Arrival')
    } finally {
      await close()
    }
  },
)

test.each(Object.keys(SHOWN))('samples, where there is no order yet, name %s too', async (zone) => {
  const server = await startTestServer({ TIME_ZONE: zone })
  try {
    const content =
      '<p>{{ order.eventDate }}, {{ confirmation.cargoCutOffAt }}, {{ confirmation.actualTimeOfDepartureAt }}</p>'
    const { body } = await server.call('POST', 'template/email/live_preview', { body: { content } })
    expect(textOf(body.data)).toContain(`Nov 20 2026 9:05 (${zone}), Nov 15 2026 17:00 (${zone}), Nov 21 2026`)
  } finally {
    await server.close()
  }
})
