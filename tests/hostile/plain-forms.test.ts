import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { createUser } from '#server/test/records.ts'
import { register } from '#server/test/registration.ts'
import { testServer } from '#server/test/test-server.ts'

// Characters that nobody sees, and other spellings of one sign, in addresses, phones and codes.

interface Typed {
  typed: string
  right: string
}
interface Case {
  addresses: Typed[]
  phones: Typed[]
  codes: { call: string; typed: Record<string, string>; right: string }[]
}
const CASE: Case = JSON.parse(readFileSync('tests/cases/texts/invisible.json', 'utf8'))
/** The first code or number that a case names. */
const named = (right: string) => /[A-Z0-9]{9,}/.exec(right)?.[0]

const server = testServer()
let sailingId: number
beforeAll(async () => {
  sailingId = (await (await sailingRecords(server)).addSailing()).id
  await createUser(server.db, { email: 'anna@lopez.example' })
  await server.call('POST', 'port', { body: { code: 'CNSHA', name: 'Shanghai' } })
  await server.call('POST', 'vessel', { body: { imoNumber: '9785744', name: 'COSCO' } })
})

test.each(CASE.addresses)('the address $typed: $right', async ({ typed, right }) => {
  const { status, body } = await register(server, { email: typed })
  if (right.startsWith('accepted')) expect([status, body.data.email]).toEqual([200, typed])
  // The plain form is an address that somebody has, or none at all.
  else expect([[400, 409].includes(status), Object.keys(body.data)]).toEqual([true, ['email']])
})

test.each(CASE.phones)('the phone $typed: $right', async ({ typed, right }) => {
  const { status, body } = await register(server, { phone: typed })
  expect([status, body.data.phone]).toEqual([200, named(right)])
})

test.each(CASE.codes)('$call with $typed: $right', async ({ call, typed, right }) => {
  const [method = '', path = ''] = call.split(' ')
  const [field = ''] = Object.keys(typed)
  const { status, body } =
    path === 'registration'
      ? await register(server, typed)
      : await server.call(method, path, { body: { name: 'Another', sizeType: '22G1', sailingId, ...typed } })
  if (right.startsWith('409')) expect([status, Object.keys(body.data)]).toEqual([409, [field]])
  else expect([status, body.data[field]]).toEqual([200, named(right)])
})
