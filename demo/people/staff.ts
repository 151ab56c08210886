import { md5 } from 'js-md5'
import { Role } from '#contract/accounts/session.ts'
import { addDays } from '#demo/lib/days.ts'
import type { Rows } from '#demo/lib/insert-rows.ts'
import { createRandom } from '#demo/lib/random.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { CLIENTS, type Client } from './clients.ts'

/**
 * Members of staff by id. The first two logins are published; the others share a password that nobody needs.
 */
const STAFF: readonly (readonly [username: string, email: string, phone: string, role: Role, password: string])[] = [
  ['Ingrid Solheim', 'admin@quayside.example', '16045550101', Role.ADMIN, 'quayside-admin'],
  ['Marcus Oyelaran', 'manager@quayside.example', '16045550102', Role.MANAGER, 'quayside-manager'],
  ['Priya Nair', 'priya.nair@quayside.example', '16045550103', Role.MANAGER, 'kT4-wharf-92-lantern'],
  ['Tomás Herrera', 'csr@quayside.example', '16045550104', Role.CSR, 'kT4-wharf-92-lantern'],
]
const CLIENT_PASSWORD = 'quayside-client'
const OTHER_CLIENTS_PASSWORD = 'mQ7-ballast-31-harbour'
const OFFICE = '800 Quayside Dr, New Westminster, BC V3M 6Y1'

/** Ids of users. */
export const ADMIN = 1
export const MANAGER = 2
export const SECOND_MANAGER = 3
export const CSR = 4
/** The id of the first client; the others follow. */
export const FIRST_CLIENT = STAFF.length + 1

/** The client with this user id. Throws for staff. */
export function clientOf(userId: number): Client {
  const client = CLIENTS[userId - FIRST_CLIENT]
  if (!client) throw new Error(`User ${userId} is not a client`)
  return client
}

/** The logins of all demo accounts. Their passwords can be read here, so none of them is a secret. */
export const demoLogins = (): { email: string; password: string }[] => [
  ...STAFF.map(([, email, , , password]) => ({ email, password })),
  ...CLIENTS.map(({ email }, at) => ({ email, password: at === 0 ? CLIENT_PASSWORD : OTHER_CLIENTS_PASSWORD })),
]

/** Staff, then clients. Hashes are salted, so they differ on each run; everything else is the same. */
export async function buildUsers(now: Date): Promise<Rows<'users'>> {
  const passwords = [...STAFF.map(([, , , , password]) => password), CLIENT_PASSWORD, OTHER_CLIENTS_PASSWORD]
  const hashes = new Map<string, string>()
  for (const password of new Set(passwords)) hashes.set(password, await hashPassword(md5(password.normalize('NFC'))))
  const hashOf = (password: string) => hashes.get(password) ?? ''
  const random = createRandom('users')
  const staff = STAFF.map(([username, email, phone, role, password]) => ({
    username,
    email,
    phone,
    role: [role],
    passwordHash: hashOf(password),
    companyName: 'Quayside Forwarding',
    companyAddress: OFFICE,
    canadianBusinessNumber: '',
    confirmed: true,
    createdAt: addDays(now, -500),
  }))
  const clients = CLIENTS.map((client, at) => ({
    username: client.person,
    email: client.email,
    phone: client.phone,
    role: [Role.CLIENT],
    passwordHash: hashOf(at === 0 ? CLIENT_PASSWORD : OTHER_CLIENTS_PASSWORD),
    companyName: client.company,
    companyAddress: client.address,
    canadianBusinessNumber: client.businessNumber,
    confirmed: true,
    createdAt: addDays(now, -470 + at * 2 - random.next()),
  }))
  return [...staff, ...clients].map((user, at) => ({ id: at + 1, ...user, updatedAt: user.createdAt }))
}
