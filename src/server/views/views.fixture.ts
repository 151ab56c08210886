import { Role } from '#contract/accounts/session.ts'
import { createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'

/** A member of staff with a session. */
export interface Person {
  id: number
  token: string
}

export const OPEN = { filters: { status: 'is:0' } }

/** A server with a client, and the calls about views. */
export async function startViews() {
  const server = await startTestServer()
  const client = await createUser(server.db)
  const person = async (username: string): Promise<Person> => {
    const { id } = await createUser(server.db, { username, role: [Role.MANAGER] })
    return { id, token: await server.tokenFor(id) }
  }
  const call = ({ token }: Person, method: string, path: string, body?: object) =>
    server.call(method, path, { token, ...(body && { body }) })
  const add = async (who: Person, values: object = {}) =>
    (await call(who, 'POST', 'views', { list: 'orders', name: 'Open', definition: OPEN, ...values })).body.data
  const namesOf = async (who: Person, query = 'list=orders') =>
    (await call(who, 'GET', `views?${query}`)).body.data.items.map(({ name }: { name: string }) => name)
  return { server, client, person, call, add, namesOf }
}
