import type { Selectable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEMPLATE_VARIABLES, variablesFor } from '#contract/templates/template-variables.ts'
import { queueResetMail, renderResetMail } from '#server/accounts/reset-mail.ts'
import { readConfig } from '#server/config/config.ts'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import type { Orders } from '#server/db/types.ts'
import { cleanTagged } from '#server/html/clean-html.ts'
import { compileTemplate } from '#server/mail/rendering/compile-template.ts'
import { renderTemplate } from '#server/mail/rendering/render-template.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { composeOrderMail, queueOrderMail, renderOrderDraft } from './order-mail.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: ReturnType<typeof createPool>
let db: Db
let order: Selectable<Orders>
let entryId: number
let client: Awaited<ReturnType<typeof createUser>>

async function renderOrderMail(...mail: Parameters<typeof composeOrderMail>) {
  const { rendered, template } = await composeOrderMail(...mail)
  return { ...rendered, templateTitle: template.title }
}

const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1:1', TIME_ZONE: 'Asia/Shanghai' })
const services = { config, siteUrl: () => 'https://site.example', appUrl: () => 'https://app.example' }

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url)
  db = createDb(pool)
  client = await createUser(db, { username: 'Anna Berg' })
  order = await createOrder(db, {
    userId: client.id,
    yourName: 'Anna <b>',
    shipmentDescription: 'Cups {{ client.email }}',
    estimatedTransportation: 1855.96,
  })
  const event = await createEvent(db, 'Departed', 'On board')
  const entry = await db
    .insertInto('orderEvents')
    .values({
      orderId: order.id,
      eventId: event.id,
      eventName: 'Departed',
      eventPublicStatus: 'On board',
      date: '2026-11-20T20:05:00.000Z',
      comment: 'ok',
      emailTemplateId: null,
      emailTemplateTitle: null,
      userId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  entryId = entry.id
  await db
    .updateTable('orders')
    .set({ lastEventEntryId: entry.id, lastEventId: event.id, lastEventName: 'Departed' })
    .where('id', '=', order.id)
    .execute()
  const vessel = await db
    .insertInto('vessels')
    .values({ imoNumber: '9629055', name: 'EVER LUCID' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('ports').values({ code: 'CNNGB', name: 'Ningbo' }).execute()
  await db
    .insertInto('cities')
    .values([
      { code: 'USRIA', name: 'Rialto' },
      { code: 'CNNGB', name: 'Ningbo city' },
    ])
    .execute()
  await db
    .insertInto('confirmations')
    .values({
      orderId: order.id,
      placeOfReceipt: 'cnngb',
      portOfLoading: 'CNNGB',
      portOfDischarge: 'XXOLD',
      placeOfDelivery: 'USRIA',
      cargoReadyAt: '2026-11-12T01:05:00.000Z',
      estimatedTimeOfDepartureAt: '2026-11-20T00:00:00.000Z',
      vesselId: vessel.id,
      vesselVoyage: '045E',
      bookingClauses: '<p>Clause <b>1</b></p>',
    })
    .execute()
  await db
    .insertInto('htmlBlocks')
    .values({
      title: 'Footer',
      identifier: 'footer',
      content: '<p class="f">{{ contact.email }} <a href="/help">Help</a></p>',
    })
    .execute()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => db.deleteFrom('mails').execute())

const render = async (content: string, subject = 'Order {{ order.trackingCode }}') => {
  const template = await createTemplate(db, content, subject)
  return renderOrderMail(db, services, { orderId: order.id, template: { id: template.id } })
}

describe('a fresh install', () => {
  test('has a named and described row for every variable of the contract', async () => {
    const rows = await db.selectFrom('templateVariables').select(['name', 'identifier', 'description']).execute()
    const identifiers = rows.map(({ identifier }) => identifier)
    expect(identifiers.sort()).toEqual(TEMPLATE_VARIABLES.map(({ identifier }) => identifier).sort())
    for (const { name, description } of rows) {
      expect(name).not.toBe('')
      expect(description).toMatch(/^.{1,100}$/)
    }
  })

  test('has ten system templates, which are clean, compile and use known variables only', async () => {
    const templates = await db
      .selectFrom('mailTemplates')
      .selectAll()
      .where('system', '=', true)
      .orderBy('id')
      .execute()
    expect(templates.map(({ title, purpose }) => [title, purpose])).toEqual([
      ['Booking request', 'booking-request'],
      ['Quote request', 'quote-request'],
      ['Order changed', 'order-changed'],
      ['Password reset', 'password-reset'],
      ['Documents requested', 'documents-requested'],
      ['Tracking update', 'tracking-update'],
      ['Tracking confirmation', 'tracking-confirmation'],
      ['Offer', 'offer'],
      ['Offer follow-up', 'offer-follow-up'],
      ['Offer accepted', 'offer-accepted'],
    ])
    const samples = Object.fromEntries(TEMPLATE_VARIABLES.map(({ identifier, sample }) => [identifier, sample]))
    for (const { content, subject, purpose } of templates) {
      const known = { variables: variablesFor(purpose), blocks: new Set<string>() }
      expect(compileTemplate(content, known).errors).toEqual([])
      expect(compileTemplate(subject, known).errors).toEqual([])
      expect(cleanTagged(content)).toBe(content)
      expect(renderTemplate({ subject, content }, {}, {}).html).not.toMatch(/\{[{%]|null|undefined/)
      expect(renderTemplate({ subject, content }, samples, {}).html).not.toMatch(/\{[{%]/)
    }
  })
})

test('an order mail shows the event, names of places, local times, UTC days and money', async () => {
  const { html, text, subject } = await render(
    '<p>{{ order.event }}|{{ order.publicStatus }}|{{ order.eventDate }}|{{ order.eventComment }}|{{ order.cost }}</p><p>{{ confirmation.placeOfReceipt }}|{{ confirmation.portOfDischarge }}|{{ confirmation.placeOfDelivery }}|{{ confirmation.vessel }}|{{ confirmation.cargoReadyAt }}|{{ confirmation.estimatedTimeOfDepartureAt }}</p>{{ confirmation.clauses }}',
  )
  expect(html).toContain(
    '<p>Departed|On board|Nov 21 2026 4:05 (Asia/Shanghai)|ok|$1\u00a0855.96</p>'.replace('\u00a0', '&nbsp;'),
  )
  expect(html).toContain('<p>Ningbo|XXOLD|Rialto|EVER LUCID|Nov 12 2026 9:05 (Asia/Shanghai)|Nov 20 2026</p>')
  expect(html).toContain('<p>Clause <b>1</b></p>')
  expect(text).toContain('Clause 1')
  expect(subject).toBe(`Order ${order.trackingCode}`)
})

test('values are escaped, blocks rendered, links made absolute and styles inlined', async () => {
  const { html } = await render(
    '<style>.f{color:red}</style><p>{{ contact.name }} {{ order.description }}</p>{{ blocks.footer }}',
  )
  expect(html).toContain('<p>Anna &lt;b&gt; Cups {{ client.email }}</p>')
  expect(html).toContain(
    `<p class="f" style="color: red;">${order.email} <a href="https://site.example/help">Help</a></p>`,
  )
})

test('no mail contains scripts, not even when a value completes one', async () => {
  const { html } = await render(
    '<a href="{{ order.additionalInformation }}{% if order.event %}javascript:alert(1){% endif %}">x</a><p {% if order.event %}title="a"{% endif %}>y</p><script>alert(1)</script>',
  )
  expect(html).toContain('<a>x</a>')
  expect(html).toContain('<p title="a">y</p>')
  expect(html).not.toContain('alert')
})

test('a preview can show an event that is not set yet', async () => {
  const template = await createTemplate(db, '<p>{{ order.event }} {{ order.eventComment }}</p>')
  const event = { name: 'Arrived', comment: 'soon' }
  const { html } = await renderOrderMail(db, services, { orderId: order.id, template: { id: template.id }, event })
  expect(html).toContain('<p>Arrived soon</p>')
})

test('a draft is rendered like a template; mistakes are reported at the field', async () => {
  const draft = (content: string, subject = 's') =>
    renderOrderDraft(db, services, { orderId: order.id, subject, content })
  expect((await draft('<p>{{ order.trackingCode }}</p>')).html).toContain(`<p>${order.trackingCode}</p>`)
  await expect(draft('\n{{ order.foo }}')).rejects.toMatchObject({
    status: 400,
    data: { content: 'Unknown variable order.foo on line 2' },
  })
  await expect(draft('{{ blocks.none }}')).rejects.toMatchObject({
    status: 400,
    data: { content: 'Unknown block none on line 1' },
  })
  await expect(draft('x', '{% if %}')).rejects.toMatchObject({
    status: 400,
    data: { subject: expect.stringContaining('line 1') },
  })
})

test('an unknown order or template is 404', async () => {
  const template = await createTemplate(db)
  await expect(
    renderOrderMail(db, services, { orderId: 999_999, template: { id: template.id } }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(renderOrderMail(db, services, { orderId: order.id, template: { id: 999_999 } })).rejects.toMatchObject({
    status: 404,
  })
})

test('an order mail goes to the address on the order and records order, history entry, client, author and template', async () => {
  const template = await createTemplate(db)
  const id = await db
    .transaction()
    .execute((tx) =>
      queueOrderMail(
        tx,
        services,
        { orderId: order.id, template: { id: template.id }, orderEventId: entryId },
        { userId: client.id },
      ),
    )
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(mail).toMatchObject({
    kind: 'event',
    orderId: order.id,
    orderEventId: entryId,
    userId: client.id,
    createdBy: client.id,
    templateId: template.id,
    templateTitle: template.title,
  })
  expect(mail.text).toBe(`Dear Anna <b>, ${order.trackingCode}`)
  const [delivery] = await db.selectFrom('mailDeliveries').selectAll().where('mailId', '=', id).execute()
  expect(delivery).toMatchObject({ role: 'to', name: 'Anna <b>', address: order.email, state: 'queued' })
})

test('booking, quote and change mails use their system templates', async () => {
  for (const purpose of ['booking-request', 'quote-request', 'order-changed'] as const) {
    const { html, subject, templateTitle } = await renderOrderMail(db, services, {
      orderId: order.id,
      template: { purpose },
    })
    expect(subject).toContain(order.trackingCode)
    expect(html).toContain('https://app.example/site/tracking/personal/…')
    expect(templateTitle).not.toBe('')
  }
})

test('a password reset mail goes to the account only, with its link', async () => {
  await db.insertInto('mailAddresses').values({ email: 'desk@quayside.example', send: true }).execute()
  const url = 'https://office.example/reset-password/abc'
  expect((await renderResetMail(db, services, client.id, url)).html).toContain(`<a href="${url}"`)
  await db
    .transaction()
    .execute((tx) => queueResetMail(tx, services, { id: client.id, name: client.username, email: client.email }, url))
  const rows = await db
    .selectFrom('mailDeliveries as d')
    .innerJoin('mails as m', 'm.id', 'd.mailId')
    .select(['d.role', 'd.address', 'm.kind', 'm.userId'])
    .execute()
  expect(rows).toEqual([{ role: 'to', address: client.email, kind: 'password-reset', userId: client.id }])
})

test('an order mail is stored as unsent if no mail server is configured', async () => {
  const template = await createTemplate(db)
  const mute = { ...services, config: { ...config, smtpUrl: undefined } }
  await db
    .transaction()
    .execute((tx) => queueOrderMail(tx, mute, { orderId: order.id, template: { id: template.id } }, { userId: null }))
  const states = await db.selectFrom('mailDeliveries').select('state').distinct().execute()
  expect(states).toEqual([{ state: 'unsent' }])
})
