import { mailInOn } from '#server/mail-in/mail-in.fixture.ts'
import { ensureDovecot, PASSWORD, startDovecot } from '#server/test/dovecot.ts'
import type { TestServer } from '#server/test/server.ts'

/** Why there is no mail server for tests; null once there is one. */
export const noDovecot = await ensureDovecot()

export const SECRETS_KEY = '7a'.repeat(32)

let serial = 0

/** Mailboxes of a real mail server, as an administrator sets them up. */
export async function mailboxesOn(server: TestServer) {
  const dovecot = await startDovecot()
  const on = await mailInOn(server)
  const call = (method: string, path: string, body?: unknown) => on.call(method, path, body, on.token)
  /** A new login, and the mailbox of it. */
  async function add(values: object = {}) {
    const username = `desk${++serial}`
    const { body } = await call('POST', 'inbox', {
      ...{ name: username, address: `${username}@quayside.example`, host: '127.0.0.1', port: dovecot.port },
      ...{ tls: false, username, password: PASSWORD, folder: '', active: true, moveTo: '', ...values },
    })
    return { id: body.data?.id as number, username, body }
  }
  const read = async (id: number) => (await call('GET', `inbox/${id}`)).body.data
  return { ...on, asAdmin: call, dovecot, add, readInbox: read }
}
