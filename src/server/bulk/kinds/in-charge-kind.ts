import { NOT_STAFF } from '#contract/orders/in-charge.ts'
import { type Bulk, bulkKind } from '#server/bulk/bulk-kind.ts'
import { invalid } from '#server/errors.ts'
import { putInCharge } from '#server/orders/put-in-charge.ts'
import { activeStaff } from '#server/orders/staff.ts'
import { ABOUT_ORDERS } from '#server/runs/run-needs.ts'

interface Plan {
  userId: number | null
  name: string
}

interface Done {
  from: number | null
}

/** Puts a member of staff in charge of each order, or nobody. */
export const IN_CHARGE: Bulk = bulkKind<'in-charge', Plan, Done>('in-charge', {
  needs: ABOUT_ORDERS,
  skipsCancelled: false,
  async plan(db, { userId }) {
    const staff = userId === null ? null : await activeStaff(db).where('id', '=', userId).executeTakeFirst()
    if (staff === undefined) throw invalid({ userId: NOT_STAFF })
    const name = staff?.name ?? 'Nobody'
    return { title: name, plan: { userId, name } }
  },
  isThere: ({ userId, name }, order) => (order.inChargeId === userId ? `${name} is in charge already` : null),
  async apply(tx, services, { plan: { userId }, order }, actor) {
    await putInCharge(tx, services, { orderId: order.id, userId }, actor)
    return { from: order.inChargeId }
  },
  async undo(tx, services, { plan, order, done }, actor) {
    if (order.inChargeId !== plan.userId) return 'Somebody else is in charge by now'
    await putInCharge(tx, services, { orderId: order.id, userId: done.from }, actor)
    return null
  },
})
