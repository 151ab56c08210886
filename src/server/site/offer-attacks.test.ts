import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { offersOn } from '#server/offers/offers.fixture.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer({
  TIME_ZONE: 'America/Vancouver',
  SMTP_URL: 'smtp://127.0.0.1:1',
  TRUSTED_PROXIES: '127.0.0.1',
})
const MARKUP = `"'><script>alert(1)</script>{{ 7654321 | times: 3 }}<b onmouseover=x>`
let on: Awaited<ReturnType<typeof offersOn>>
let offer: Awaited<ReturnType<(typeof on)['sent']>>
let token: string
beforeAll(async () => {
  on = await offersOn(server)
})
beforeEach(async () => {
  offer = await on.sent({
    clientId: on.client.id,
    email: '',
    name: MARKUP.slice(0, 50),
    company: MARKUP,
    note: MARKUP,
    options: [
      { ...on.lcl, label: MARKUP },
      { ...on.fcl, label: MARKUP },
    ],
  })
  token = await on.tokenOf(offer.mail?.id ?? 0)
})

async function page(init: RequestInit = {}, of = token) {
  const reply = await fetch(`${server.url}/site/offer/${of}`, init)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
const press = (values: Record<string, string>, of = token) =>
  page({ method: 'POST', body: new URLSearchParams(values) }, of)
const first = () => String(offer.options[0]?.id)
/** Everything that is kept of an offer, and how much the trail and the mails have. */
async function everything() {
  const [offers, links, options, questions, entries, mails, orders] = await Promise.all([
    server.db.selectFrom('offers').selectAll().orderBy('id').execute(),
    server.db.selectFrom('offerLinks').selectAll().orderBy('tokenHash').execute(),
    server.db.selectFrom('offerOptions').selectAll().orderBy('id').execute(),
    server.db.selectFrom('offerQuestions').selectAll().orderBy('id').execute(),
    ...(['auditEntries', 'mails', 'orders'] as const).map((table) =>
      server.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .execute(),
    ),
  ])
  return { offers, links, options, questions, entries, mails, orders }
}

test('a scanner that opens every link, in every way but pressing, leaves no trace', async () => {
  const before = await everything()
  for (const method of ['GET', 'HEAD'])
    for (const path of [token, `${token}?action=accept&optionId=${first()}&name=Bot`, `${token}#accept`])
      expect((await page({ method, headers: { 'user-agent': 'Mail Scanner' } }, path)).status).toBe(200)
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) await page({ method })
  expect(await everything()).toEqual(before)
})

test('HEAD answers like GET, without the page', async () => {
  const [get, head] = [await page(), await page({ method: 'HEAD' })]
  const of = ({ headers }: typeof get) =>
    ['content-type', 'cache-control', 'x-robots-tag', 'content-security-policy'].map((name) => headers.get(name))
  expect([of(head), head.text]).toEqual([of(get), ''])
})

test('no page of an offer has a script, is kept, indexed, framed or named to others, or sets a cookie', async () => {
  const pages = [
    await page(),
    await press({ action: 'accept', optionId: first(), name: '' }),
    await press({ action: 'accept', optionId: first(), name: MARKUP.slice(0, 50) }),
    await press({ action: 'decline', reason: 'price', note: MARKUP }),
    await page({}, 'x'.repeat(43)),
    await press({ action: MARKUP }),
  ]
  expect(pages.map(({ status }) => status)).toEqual([200, 400, 200, 409, 404, 400])
  for (const { headers, text } of pages) {
    expect(text).not.toMatch(/<script|javascript:|<b\W|22962963/)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    })
    expect([headers.get('set-cookie'), headers.get('content-encoding')]).toEqual([null, null])
  }
})

test('markup in names, notes and labels is text in the mails about the offer, too', async () => {
  await press({ action: 'accept', optionId: first(), name: MARKUP.slice(0, 50) })
  const mails = await server.db
    .selectFrom('mails')
    .select('html')
    .where('subject', 'like', `%${offer.reference}%`)
    .execute()
  expect(mails).toHaveLength(2)
  for (const { html } of mails) expect(html).not.toMatch(/<script|<b\W|22962963/)
})

describe('what is sent', () => {
  const body = (type: string, text: string) => page({ method: 'POST', headers: { 'content-type': type }, body: text })

  test.each([
    ['JSON', 'application/json', () => JSON.stringify({ action: 'accept', optionId: first(), name: 'Anna' }), 415],
    ['plain text', 'text/plain', () => `action=accept\noptionId=${first()}\nname=Anna`, 415],
    ['a form of parts', 'multipart/form-data; boundary=x', () => '--x--', 415],
    ['nothing', 'application/x-www-form-urlencoded', () => '', 400],
    ['17 KB', 'application/x-www-form-urlencoded', () => `action=question&name=A&message=${'x'.repeat(17_000)}`, 413],
    ['no UTF-8', 'application/x-www-form-urlencoded', () => 'action=question&name=%FF&message=%00', 400],
    [
      'an option of another offer',
      'application/x-www-form-urlencoded',
      () => 'action=accept&optionId=1&name=Anna',
      400,
    ],
    ['half an id', 'application/x-www-form-urlencoded', () => `action=accept&optionId=${first()}.5&name=Anna`, 400],
    ['a property of every object', 'application/x-www-form-urlencoded', () => 'action=constructor', 400],
  ])('as %s is refused on a page and changes nothing', async (_, type, text, status) => {
    const before = await everything()
    const reply = await body(type, text())
    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(await everything()).toEqual(before)
  })
})

describe('guessing', () => {
  const from = (address: string, of: string, method = 'GET') =>
    page(
      {
        method,
        headers: { 'x-forwarded-for': address },
        ...(method === 'POST' && { body: new URLSearchParams({ action: 'seen' }) }),
      },
      of,
    )

  test.each(['x'.repeat(42), 'x'.repeat(44), '%00', '..%2f..%2fsite', `${'é'.repeat(43)}`, "' or 1=1--"])(
    'no link looks like %s',
    async (guess) => {
      expect((await page({}, encodeURI(guess))).status).toBe(404)
    },
  )

  test('is counted by address, 120 a minute, reading and pressing together; who has a link is never counted', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 122; n++)
      statuses.push((await from('203.0.113.7', `${n}`.padStart(43, 'x'), n % 2 ? 'POST' : 'GET')).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(120)
    expect(statuses.slice(120)).toEqual([429, 429])
    expect((await from('203.0.113.7', token)).status).toBe(200)
    expect((await from('203.0.113.8', 'x'.repeat(43))).status).toBe(404)
  })

  test('learns nothing from a link that is dead: it shows no number, name or price', async () => {
    await on.call('POST', `offer/${offer.id}/withdraw`, {})
    const { status, text } = await page()
    expect(status).toBe(410)
    for (const secret of [offer.reference, 'alert', '200.00', server.staff.username]) expect(text).not.toContain(secret)
  })

  test('a link whose mail was taken back shows nothing, and the one of the mail sent instead works', async () => {
    await on.call('POST', `admin/mail/${offer.mail?.id}/cancel`)
    expect((await page()).status).toBe(410)
    const again = (await on.call('POST', `offer/${offer.id}/send`, {})).body.data
    expect([(await page()).status, (await page({}, await on.tokenOf(again.mail.id))).status]).toEqual([410, 200])
  })
})

test('the page shows nothing of staff but the owner’s name, nothing of follow-ups, addresses or other offers', async () => {
  const other = await on.sent({ clientId: on.client.id })
  await on.call('POST', `offer/${offer.id}/follow-up`, {})
  await press({ action: 'decline', reason: 'other', note: 'Said in confidence' })
  const { text } = await page()
  for (const secret of [
    other.reference,
    '127.0.0.1',
    '::1',
    server.staff.email,
    on.client.email,
    'followUp',
    'Said in confidence',
  ])
    expect(text).not.toContain(secret)
  expect(text).toContain(server.staff.username)
})

test('each mail has a link of its own, and all of them read the first answer', async () => {
  await on.call('POST', `offer/${offer.id}/follow-up`, {})
  const links = await server.db.selectFrom('offerLinks').select('mailId').where('offerId', '=', offer.id).execute()
  const tokens = await Promise.all(links.map(({ mailId }) => on.tokenOf(mailId ?? 0)))
  expect(new Set(tokens).size).toBe(2)
  const [one = '', second = ''] = tokens
  await press({ action: 'accept', optionId: first(), name: 'Anna' }, second)
  expect((await page({}, one)).text).toContain('Anna accepted')
})

test('an offer that staff accepted for the client is seen once the client presses something', async () => {
  await on.call('POST', `offer/${offer.id}/accept-for-client`, { optionId: offer.options[0]?.id, note: 'By telephone' })
  const seen = async () => (await on.call('GET', `offer/${offer.id}`)).body.data.seenAt
  expect(await seen()).toBeNull()
  const { status, text } = await press({ action: 'accept', optionId: first(), name: 'Anna' })
  expect([status, text]).toEqual([200, expect.stringContaining('Mara Staff accepted')])
  expect(await seen()).toEqual(expect.any(String))
})
