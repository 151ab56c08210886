import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { testServer } from '#server/test/test-server.ts'
import { sailingRecords } from './sailing-records.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof sailingRecords>>
beforeAll(async () => {
  records = await sailingRecords(server)
})

let serial = 0
const addPlace = async (kind: 'cfs' | 'terminal' | 'rail', rest: object = {}) => {
  const body = { name: `Place ${++serial}`, kind, timeZone: 'America/Los_Angeles', ...rest }
  return (await server.call('POST', 'place', { body })).body.data
}
const put = (path: string, body: object) => server.call('PUT', path, { body })
const refused = (field: string, message: string) => ({ status: 400, body: { data: { [field]: message } } })
const CHOOSE = 'Choose one from the list'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('the country of a place is that of its port, unless another one is given', async () => {
  expect(await addPlace('cfs', { portCode: 'us lax' })).toMatchObject({ portCode: 'USLAX', country: 'US', region: '' })
  expect(await addPlace('cfs', { portCode: 'USLAX', country: 'ca' })).toMatchObject({ country: 'CA' })
  const place = await addPlace('rail')
  expect(place).toMatchObject({ portCode: null, country: '' })
  expect((await put(`place/${place.id}`, { portCode: 'USLGB' })).body.data).toMatchObject({ country: 'US' })
})

test('a place follows the corrected code of its port, which cannot be deleted', async () => {
  const port = (await server.call('POST', 'port', { body: { code: 'CAVAM', name: 'Vancouver' } })).body.data
  const place = await addPlace('terminal', { portCode: 'CAVAM' })
  expect((await server.call('DELETE', `port/${port.id}`)).body.message).toBe('This port is in use by 1 place.')
  await put(`port/${port.id}`, { code: 'CAVAN' })
  expect((await server.call('GET', `place/${place.id}`)).body.data).toMatchObject({ portCode: 'CAVAN', country: 'CA' })
})

test('a sailing is stripped at a CFS, and nowhere else', async () => {
  const [cfs, terminal] = [await addPlace('cfs'), await addPlace('terminal')]
  const sailing = await records.addSailing({ destinationPlaceId: cfs.id, carrierBooking: ' 123 ' })
  expect(sailing).toMatchObject({
    destinationPlaceId: cfs.id,
    destinationPlace: { id: cfs.id, name: cfs.name },
    carrierBooking: '123',
  })
  for (const destinationPlaceId of [terminal.id, 999_999])
    expect(await put(`sailing/${sailing.id}`, { destinationPlaceId })).toMatchObject(
      refused('destinationPlaceId', CHOOSE),
    )
  const { items } = (await server.call('GET', `sailing?f.destinationPlace=is:${cfs.id}&f.carrierBooking=is:123`)).body
    .data
  expect(items.map(({ id }: { id: number }) => id)).toEqual([sailing.id])
  expect((await put(`sailing/${sailing.id}`, { destinationPlaceId: null })).body.data.destinationPlace).toBeNull()
})

test('a container has a terminal or a rail terminal, and times that are set and taken back', async () => {
  const { id: sailingId } = await records.addSailing()
  const [cfs, rail] = [await addPlace('cfs'), await addPlace('rail')]
  const container = await records.addContainer(sailingId, { terminalPlaceId: (await addPlace('terminal')).id })
  const change = (body: object) => put(`container/${container.id}`, body)
  expect(container).toMatchObject({ dischargedAt: null, availableAt: null, gatedOutAt: null, returnedAt: null })
  for (const terminalPlaceId of [cfs.id, 999_999])
    expect(await change({ terminalPlaceId })).toMatchObject(refused('terminalPlaceId', CHOOSE))
  const at = '2026-03-12T17:30:00.000Z'
  expect(
    (await change({ terminalPlaceId: rail.id, dischargedAt: '2026-03-12T09:30:00-08:00', availableAt: at })).body.data,
  ).toMatchObject({ terminalPlace: { id: rail.id, name: rail.name }, dischargedAt: at, availableAt: at })
  expect((await change({ dischargedAt: null })).body.data).toMatchObject({ dischargedAt: null, availableAt: at })
})

test.each(['dischargedAt', 'availableAt', 'gatedOutAt', 'returnedAt'])('%s is a day ahead at most', async (field) => {
  const { id: sailingId } = await records.addSailing()
  const container = await records.addContainer(sailingId)
  expect((await put(`container/${container.id}`, { [field]: inHours(23) })).status).toBe(200)
  expect(await put(`container/${container.id}`, { [field]: inHours(25) })).toMatchObject(
    refused(field, 'This day is still to come'),
  )
  expect((await put(`container/${container.id}`, { [field]: 'Mar 12' })).status).toBe(400)
})

test('a place in use cannot be deleted, and remains a CFS or a terminal', async () => {
  const [cfs, terminal] = [await addPlace('cfs'), await addPlace('terminal')]
  const { id: sailingId } = await records.addSailing({ destinationPlaceId: cfs.id })
  await records.addContainer(sailingId, { terminalPlaceId: terminal.id })
  await records.addContainer(sailingId, { terminalPlaceId: terminal.id })
  const message = async (id: number) => (await server.call('DELETE', `place/${id}`)).body.message
  expect(await message(cfs.id)).toBe('This place is in use by 1 sailing.')
  expect(await message(terminal.id)).toBe('This place is in use by 2 containers.')
  expect(await put(`place/${cfs.id}`, { kind: 'rail' })).toMatchObject({
    status: 409,
    body: { data: { kind: 'This place is in use by 1 sailing' } },
  })
  expect((await put(`place/${terminal.id}`, { kind: 'rail' })).status).toBe(200)
  expect((await put(`place/${(await addPlace('cfs')).id}`, { kind: 'rail' })).status).toBe(200)
})

test('the box finds a place by its name, and by the code that customs know', async () => {
  const found = async (q: string) => {
    const { items } = (await server.call('GET', `search?q=${q}`)).body.data.groups.reference
    return items.map(({ title, matched }: { title: string; matched: string }) => [title, matched])
  }
  await addPlace('terminal', { name: 'Quillayute Terminal', firmsCode: 'Y9Z8' })
  await addPlace('terminal', { name: 'Delta Quay', subLocationCode: '9876' })
  expect(await found('quillay')).toEqual([['Quillayute Terminal', 'Name']])
  expect(await found('y9z8')).toEqual([['Quillayute Terminal', 'FIRMS or sub-location code']])
  expect(await found('9876')).toEqual([['Delta Quay', 'FIRMS or sub-location code']])
})

test('the trail names places, ports and times as people read them', async () => {
  const admin = await server.signIn({ role: [Role.ADMIN] })
  const cfs = await addPlace('cfs', { name: 'Trail CFS', portCode: 'USLAX' })
  const sailing = await records.addSailing({ destinationPlaceId: cfs.id })
  const changesOf = async (query: string) => {
    const [entry] = (await server.call('GET', `admin/audit?${query}`, { token: admin })).body.data.items
    return entry.changes.map(({ label, after }: { label: string; after: string }) => `${label}: ${after}`)
  }
  const ofPlace = await changesOf(`entity=places&entity_id=${cfs.id}`)
  expect(ofPlace).toEqual(expect.arrayContaining(['Kind: CFS', 'Port: USLAX — Los Angeles']))
  expect(await changesOf(`entity=sailings&entity_id=${sailing.id}`)).toContain('Destination CFS: Trail CFS')
})
