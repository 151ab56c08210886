import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.js'

// A program of an integrator: openapi.test.ts generates its types from the document, compiles it strictly and
// runs it.
const { QUAYSIDE_URL: baseUrl = '', QUAYSIDE_LOGIN: login = '', QUAYSIDE_PASSWORD_MD5: password = '' } = process.env

type Order = components['schemas']['Order']
type Failure = components['schemas']['Failure']

const api = createClient<paths>({ baseUrl })

/** Data of a reply; throws the message of a failed call. */
function dataOf<T>({ data, error }: { data?: { data: T }; error?: Failure }): T {
  if (!data) throw new Error(error?.message ?? 'No answer')
  return data.data
}

// The document says what is required: this call without a password does not compile.
// @ts-expect-error
const incomplete = { login } satisfies components['schemas']['LoginInput']

const account = dataOf(await api.POST('/api/login', { body: { login, password } }))
if ('step' in account) throw new Error('This account has a second factor; a program should have an API key')
api.use({
  onRequest: ({ request }) => {
    request.headers.set('user-token', account.user_token)
  },
})

const list = dataOf(
  await api.GET('/api/request/booking/get_all', { params: { query: { per_page: 10, order: { created: 'desc' } } } }),
)
const first = list.items[0]
if (!first) throw new Error('No orders')
const path = { id: first.id }
const order: Order = dataOf(await api.GET('/api/request/booking/get/{id}', { params: { path } }))

// @ts-expect-error an id is a number everywhere
await api.GET('/api/request/booking/get/{id}', { params: { path: { id: 'first' } } })

const edit = (updatedAt: string) =>
  api.PUT('/api/request/booking/edit/{id}', {
    params: { path, query: { notify: '0' } },
    body: { yourName: 'Edited by a program', shipmentWeight: 640.5, updatedAt },
  })
const edited = dataOf(await edit(order.updatedAt))
const stale = await edit(order.updatedAt)

const result = {
  incomplete: Object.keys(incomplete),
  total: list.totalCount,
  name: edited.yourName,
  weight: edited.shipmentWeight,
  stale: stale.error?.code,
}
console.log(JSON.stringify(result))
