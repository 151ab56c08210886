import { keysOf } from '#contract/lib/record-of.ts'
import { CONFIRMATION_LABELS } from '#contract/orders/confirmation.ts'
import { RUN_DATES } from '#contract/runs/start-run.ts'
import { type Bulk, bulkKind } from '#server/bulk/bulk-kind.ts'
import { StaleError } from '#server/errors.ts'
import { editConfirmation } from '#server/orders/confirmation/edit-confirmation.ts'
import { removeConfirmation } from '#server/orders/confirmation/remove-confirmation.ts'
import { readConfirmation } from '#server/orders/read-order.ts'
import { changedBy } from '#server/runs/changed-by.ts'

type Dates = Partial<Record<(typeof RUN_DATES)[number], string | null>>

interface Plan {
  dates: Dates
}

interface Done {
  /** The dates before; null without a booking confirmation. */
  from: Dates | null
  /** The version of the confirmation afterwards. */
  confirmedAt: string | null
}

/** Sets dates of the booking confirmation of each order. */
export const CONFIRMED_DATES: Bulk = bulkKind<'dates', Plan, Done>('dates', {
  needs: { access: 'staff', about: [{ nouns: ['orders'], input: { plan: {} } }] },
  skipsCancelled: true,
  async plan(_, input) {
    const dates: Dates = Object.fromEntries(Object.entries(input).filter(([, date]) => date !== undefined))
    const changed = RUN_DATES.filter((date) => date in dates)
    return { title: changed.map((date) => CONFIRMATION_LABELS[date]).join(', '), plan: { dates } }
  },
  async apply(tx, services, { plan: { dates }, order, seen }, actor) {
    const before = await readConfirmation(tx, order.id)
    if (seen && seen.confirmedAt !== order.confirmedAt) {
      const record = { id: order.id, updatedAt: order.confirmedAt }
      throw new StaleError(await changedBy(tx, record, 'confirmations', services.config.timeZone))
    }
    const { bookingConfirmation } = await editConfirmation(tx, services, { orderId: order.id, input: dates }, actor)
    const from = before && Object.fromEntries(keysOf(dates).map((date) => [date, before[date]]))
    return { from, confirmedAt: bookingConfirmation?.updatedAt ?? null }
  },
  async undo(tx, services, { order, done }, actor) {
    if (order.confirmedAt !== done.confirmedAt) {
      const record = { id: order.id, updatedAt: order.confirmedAt }
      return changedBy(tx, record, 'confirmations', services.config.timeZone)
    }
    const before = await readConfirmation(tx, order.id)
    if (done.from) await editConfirmation(tx, services, { orderId: order.id, input: done.from }, actor)
    else if (before) await removeConfirmation(tx, { orderId: order.id, before }, actor)
    return null
  },
})
