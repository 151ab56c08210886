import { Role } from '#contract/accounts/session.ts'
import type { Client } from '#contract/clients/clients.ts'

/** The client in tests of a new order. */
export const testClient: Client = {
  id: 7,
  username: 'Sofia Lindqvist',
  companyName: 'Fjord Kitchen Supply',
  companyAddress: '12 Harbour Road, Bergen',
  email: 'sofia@example.test',
  phone: '4712345678',
  canadianBusinessNumber: '',
  confirmed: true,
  role: [Role.CLIENT],
  orders: 0,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
}
