import { md5 } from 'js-md5'
import type { Reply, TestServer } from './server.ts'

let serial = 0

/** The body of a registration with an address of its own. */
export const registration = (values: object = {}) => ({
  username: 'Anna Client',
  companyName: 'Anna Trading',
  email: `anna${++serial}@example.test`,
  phone: '+1 (604) 555-0100',
  companyAddress: '1 Dock Road',
  canadianBusinessNumber: '',
  password: md5('correct-horse'),
  ...values,
})

/** Registers a client as staff. */
export const register = (server: TestServer, values: object = {}): Promise<Reply> =>
  server.call('POST', 'registration', { body: registration(values) })
