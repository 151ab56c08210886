import { expect, test } from 'vitest'
import { type Limit, lengthLimit } from '#server/test/limits.ts'
import { register } from '#server/test/registration.ts'
import { testServer } from '#server/test/test-server.ts'
import { staleReply } from '#server/test/trail.ts'

const server = testServer()

test('shippers are added, changed and listed by name, for one client only', async () => {
  const { id } = (await register(server)).body.data
  const other = (await register(server)).body.data
  const body = {
    companyName: 'Zhou Lamps',
    companyAddress: '8 Factory Street',
    nameOfThePersonInCharge: 'Li Wei',
    email: 'li@example.test',
    phone: '+86 138 0000 0000',
  }
  const added = await server.call('POST', `user/${id}/shipper_information`, { body })
  expect(added.body.data).toMatchObject({ ...body, phone: '8613800000000', additionalInformation: '' })
  await server.call('POST', `user/${id}/shipper_information`, { body: { ...body, companyName: 'Ábel Toys' } })
  const edited = await server.call('PUT', `user/${id}/shipper_information/edit/${added.body.data.id}`, {
    body: { phone: '86139' },
  })
  expect(edited.body.data).toMatchObject({ companyName: 'Zhou Lamps', phone: '86139' })
  const listed = await server.call('GET', `user/${id}/shipper_information/get_all`)
  expect(listed.body.data.map((row: { companyName: string }) => row.companyName)).toEqual(['Ábel Toys', 'Zhou Lamps'])
  expect(
    (await server.call('PUT', `user/${other.id}/shipper_information/edit/${added.body.data.id}`, { body })).status,
  ).toBe(404)
  const empty = await server.call('POST', `user/${id}/shipper_information`, { body: {} })
  expect(Object.keys(empty.body.data).sort()).toEqual([
    'companyAddress',
    'companyName',
    'email',
    'nameOfThePersonInCharge',
    'phone',
  ])
})

test.each<Limit>([
  lengthLimit('companyName', 'Company name', 100),
  lengthLimit('companyAddress', 'Company address', 100),
  lengthLimit('nameOfThePersonInCharge', 'Name of the person in charge', 50),
  ['email', 'a@b.co', 'a@b', 'Please, enter valid email address'],
  lengthLimit('phone', 'Phone', 25, '1'),
  lengthLimit('additionalInformation', 'Additional info', 100),
])('a shipper’s %s is accepted up to its limit and refused beyond it', async (field, good, bad, message) => {
  const { path, id } = await savedShipper()
  expect((await server.call('PUT', `${path}/edit/${id}`, { body: { [field]: good } })).status).toBe(200)
  const refused = await server.call('PUT', `${path}/edit/${id}`, { body: { [field]: bad } })
  expect(refused.body).toMatchObject({ code: 400, data: { [field]: message } })
})

test('an edit of a shipper from a stale version is 409 with who changed it and the current record', async () => {
  const { path, id, updatedAt } = await savedShipper()
  await server.call('PUT', `${path}/edit/${id}`, { body: { phone: '1', updatedAt } })
  const stale = await server.call('PUT', `${path}/edit/${id}`, { body: { phone: '2', updatedAt } })
  expect(stale).toMatchObject(staleReply({ id, phone: '1' }))
})

async function savedShipper(): Promise<{ path: string; id: number; updatedAt: string }> {
  const { id: userId } = (await register(server)).body.data
  const path = `user/${userId}/shipper_information`
  const body = {
    companyName: 'Zhou Lamps',
    companyAddress: '8 Factory Street',
    nameOfThePersonInCharge: 'Li Wei',
    email: 'li@example.test',
    phone: '86138',
  }
  const { id, updatedAt } = (await server.call('POST', path, { body })).body.data
  return { path, id, updatedAt }
}
