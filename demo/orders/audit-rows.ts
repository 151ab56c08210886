import { addDays, HOUR } from '#demo/lib/days.ts'
import type { Rows } from '#demo/lib/insert-rows.ts'
import { createRandom } from '#demo/lib/random.ts'
import { ADMIN, CSR, clientOf, FIRST_CLIENT, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'
import type { NumberedEntry } from './order-rows.ts'

const LATEST = 60

/** The audit trail of the last days: logins, events set by staff, and a few changes. Oldest first. */
export function auditRows(entries: readonly NumberedEntry[], now: Date): Rows<'auditEntries'> {
  const random = createRandom('audit')
  const addresses = new Map([
    [ADMIN, '192.0.2.10'],
    [MANAGER, '192.0.2.24'],
    [SECOND_MANAGER, '198.51.100.7'],
    [CSR, '192.0.2.31'],
  ])
  const row = (at: Date, userId: number, action: string, entity: string, entityId: number, change: Change = {}) => ({
    ...{
      at,
      userId,
      impersonatorId: null,
      ip: addresses.get(userId) ?? '',
      requestId: random.uuid(),
      action,
      entity,
      entityId,
    },
    before: change.before ? JSON.stringify(change.before) : null,
    after: change.after ? JSON.stringify(change.after) : null,
  })
  const logins = Array.from({ length: 12 }, (_, at) => {
    const userId = random.pick([ADMIN, MANAGER, SECOND_MANAGER])
    return row(addDays(now, -(at + random.between(0.1, 0.9)) / 2), userId, 'session.login', 'users', userId)
  })
  const events = entries
    .filter(({ entry }) => entry.userId < CSR)
    .slice(-LATEST)
    .map(({ order, entry }) =>
      row(entry.setAt, entry.userId, 'order.set-event', 'orders', order.id, { after: { comment: entry.comment } }),
    )
  const changes = [
    row(addDays(now, -5), ADMIN, 'constant.update', 'constants', 6, { before: { value: 42 }, after: { value: 45 } }),
    row(addDays(now, -3), MANAGER, 'client.update', 'clients', FIRST_CLIENT, {
      before: { companyAddress: '1280 Railway Street' },
      after: { companyAddress: clientOf(FIRST_CLIENT).address },
    }),
    row(new Date(now.getTime() - 30 * HOUR), MANAGER, 'freight.update', 'freight', 3, {
      before: { cbm: 95 },
      after: { cbm: 98 },
    }),
  ]
  const all = [...logins, ...events, ...changes].sort((one, other) => one.at.getTime() - other.at.getTime())
  return all.map((entry, at) => ({ id: at + 1, ...entry }))
}

interface Change {
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}
