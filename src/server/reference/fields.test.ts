import { beforeAll, describe, expect, test } from 'vitest'
import { createTemplate } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { cartage, depot, event, FIELD_RULES, hint, location, places } from './field-rules.fixture.ts'
import { NUMBER, REQUIRED } from './text-rules.fixture.ts'

const server = testServer()

beforeAll(async () => {
  places.cityId = (await server.call('POST', 'city', { body: { code: 'CNDGG', name: 'Dongguan' } })).body.data.id
  places.depotId = (await server.call('POST', 'value/depot', { body: depot({}) })).body.data.id
})

describe.each(FIELD_RULES)('$path $field', ({ path, body, field, taken, refused }) => {
  test('accepts valid values', async () => {
    for (const each of taken) {
      const [sent, stored] = Array.isArray(each) && each.length === 2 ? each : [each, each]
      const reply = await server.call('POST', path, { body: body({ [field]: sent }) })
      expect(reply.status, JSON.stringify(reply.body).slice(0, 200)).toBe(200)
      expect(reply.body.data[field]).toEqual(stored)
      await server.call('DELETE', `${path}/${reply.body.data.id}`)
    }
  })

  test('refuses invalid values with their message', async () => {
    for (const [sent, message] of refused) {
      const reply = await server.call('POST', path, { body: body({ [field]: sent }) })
      expect(reply.status, JSON.stringify(sent)?.slice(0, 80)).toBe(400)
      const data = Object.entries(reply.body.data).filter(([name]) => name.split('.')[0] === field)
      expect(data[0]?.[1], JSON.stringify(sent)?.slice(0, 80)).toBe(message)
    }
  })
})

test('constants accept a decimal comma and up to six decimals, and need a value', async () => {
  const { id, name } = (await server.call('GET', 'value/constant?order[name]=asc')).body.data.items[0]
  const put = (value: unknown) => server.call('PUT', `value/constant/${id}`, { body: { id, name: 'Renamed', value } })
  expect((await put('0,0035')).body.data).toMatchObject({ value: 0.0035, name })
  expect((await put('1,500')).body.data.value).toBe(1.5)
  expect((await put('1,500,000')).body.data.value).toBe(NUMBER)
  expect((await put(1.123456)).body.data.value).toBe(1.123456)
  expect((await put(99_999_999)).body.data.value).toBe(99_999_999)
  expect((await put(1.1234567)).body.data.value).toBe('No more than 6 decimals')
  expect((await put(100_000_000)).body.data.value).toBe('No more than 99999999')
  expect((await put('')).body).toMatchObject({ message: 'Not all fields are filled in', data: { value: REQUIRED } })
  expect((await put('-1')).body.data.value).toBe(NUMBER)
})

test('another value of a constant is tried on sample quotes, and saves nothing', async () => {
  const { id, value } = (await server.call('GET', 'value/constant?search=CUSTOMS_BROKERAGE_FEE')).body.data.items[0]
  const path = `value/constant/${id}/sample_quotes`
  const tried = await server.call('POST', path, { body: { value: '150,5' } })
  expect(tried.body.data.missing).toBeNull()
  const [pickUp] = tried.body.data.samples
  expect(pickUp.after - pickUp.before).toBeCloseTo(150.5 - value, 2)
  expect((await server.call('GET', `value/constant/${id}`)).body.data.value).toBe(value)
  expect((await server.call('POST', path, { body: { value: 'x' } })).body.data).toEqual({ value: NUMBER })
  expect((await server.call('POST', path, { body: {} })).body.data).toEqual({ value: REQUIRED })
  expect((await server.call('POST', 'value/constant/999999/sample_quotes', { body: { value: 1 } })).status).toBe(404)
  expect((await server.call('POST', path, { body: { value: 1 }, token: await server.signIn() })).status).toBe(403)
})

test('codes that look like a UN/LOCODE are stored in upper case, others as sent', async () => {
  const store = async (code: string) =>
    (await server.call('POST', 'port', { body: { code, name: 'P' } })).body.data.code
  expect(await store('cnsha')).toBe('CNSHA')
  expect(await store('usla2')).toBe('USLA2')
  expect(await store('usla1')).toBe('usla1')
  expect(await store('shanghai')).toBe('shanghai')
})

test('an event can send a mail template, but no system mail', async () => {
  const own = await createTemplate(server.db)
  const system = await server.db.selectFrom('mailTemplates').select('id').where('system', '=', true).executeTakeFirst()
  const created = await server.call('POST', 'request/event', { body: event({ emailTemplateId: own.id }) })
  expect(created.body.data.emailTemplate).toEqual({ id: own.id, title: own.title })
  const id =
    system?.id ??
    (
      await server.db
        .insertInto('mailTemplates')
        .values({ title: 'S', subject: 'S', content: 'S', purpose: 'password-reset' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const refused = await server.call('POST', 'request/event', { body: event({ emailTemplateId: id }) })
  expect(refused.body).toMatchObject({
    message: 'This mail template does not exist',
    data: { emailTemplateId: expect.any(String) },
  })
})

test('a depot is read with its origins, and an edit replaces them', async () => {
  const created = (await server.call('POST', 'value/depot', { body: depot({ originIds: [2, 3] }) })).body.data
  expect(created.origins).toEqual([
    { id: 2, name: 'FOB' },
    { id: 3, name: 'Drop-Off' },
  ])
  const edited = (await server.call('PUT', `value/depot/${created.id}`, { body: { originIds: [3, 1] } })).body.data
  expect(edited).toMatchObject({
    originIds: [1, 3],
    origins: [
      { id: 1, name: 'Other' },
      { id: 3, name: 'Drop-Off' },
    ],
    name: created.name,
  })
  const renamed = (await server.call('PUT', `value/depot/${created.id}`, { body: { name: 'Renamed' } })).body.data
  expect(renamed.originIds).toEqual([1, 3])
})

test('only the category makes a cartage an Amazon one', async () => {
  const created = (await server.call('POST', 'value/cartage', { body: cartage({ categoryId: 5, amazon: true }) })).body
    .data
  expect(created).toMatchObject({ amazon: false, category: { id: 5, name: 'Commercial address' } })
  expect((await server.call('PUT', `value/cartage/${created.id}`, { body: { categoryId: 4 } })).body.data.amazon).toBe(
    true,
  )
})

test('a location keeps a depot that went out of service, but cannot be given one', async () => {
  const [mine, other] = [depot({}), depot({ status: false })]
  const one = (await server.call('POST', 'value/depot', { body: mine })).body.data.id
  const two = (await server.call('POST', 'value/depot', { body: other })).body.data.id
  const { id } = (await server.call('POST', 'admin/pick-up-location', { body: location({ depotId: one }) })).body.data
  await server.call('PUT', `value/depot/${one}`, { body: { status: false } })
  expect((await server.call('PUT', `admin/pick-up-location/${id}`, { body: { precarFixed: 50 } })).status).toBe(200)
  const moved = await server.call('PUT', `admin/pick-up-location/${id}`, { body: { depotId: two } })
  expect(moved.body.data).toEqual({ depotId: 'This depot is not in service' })
})

test('a location can be edited at its older path too', async () => {
  const { id } = (await server.call('POST', 'admin/pick-up-location', { body: location({}) })).body.data
  for (const method of ['PUT', 'POST']) {
    const edited = await server.call(method, `admin/pick-up-location/${id}/edit`, {
      body: { visibility: method === 'PUT' },
    })
    expect(edited.body.data).toMatchObject({
      visibility: method === 'PUT',
      precarFixed: 40,
      city: { id: places.cityId, name: 'Dongguan', code: 'CNDGG' },
    })
  }
})

test('a hint with trade terms is a form hint by default, one without is general; a form hint needs them', async () => {
  const create = async (rest: object) => (await server.call('POST', 'hint', { body: hint(rest) })).body.data
  expect(await create({})).toMatchObject({ type: 'general', shipmentTradeTerms: 0 })
  const form = await create({ shipmentTradeTerms: 2 })
  expect(form).toMatchObject({ type: 'form', shipmentTradeTerms: 2 })
  expect(await create({ type: 'form' })).toEqual({ shipmentTradeTerms: REQUIRED })
  expect(await create({ type: 'form', shipmentTradeTerms: 0 })).toEqual({ shipmentTradeTerms: REQUIRED })
  const edit = async (body: object) => (await server.call('PUT', `hint/${form.id}`, { body })).body.data
  expect(await edit({ title: 'T', content: '', shipmentTradeTerms: null })).toMatchObject({
    type: 'general',
    shipmentTradeTerms: 0,
  })
  expect(await edit({ shipmentTradeTerms: 3 })).toMatchObject({ type: 'form', shipmentTradeTerms: 3 })
  expect(await edit({ title: 'Only the title' })).toMatchObject({ type: 'form', shipmentTradeTerms: 3 })
  expect(await edit({ type: 'form', shipmentTradeTerms: 0 })).toEqual({ shipmentTradeTerms: REQUIRED })
})
