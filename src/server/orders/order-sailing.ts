import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import type { Order } from '#contract/orders/orders.ts'
import { contradictionOf, differences, type FollowedValues, type Side } from '#contract/sailings/follow.ts'
import { FOLLOWED, FOLLOWED_FIELDS } from '#contract/sailings/sailing-codes.ts'
import { isoTime } from '#server/db/client.ts'
import { CARGO } from './cargo-sql.ts'
import { columnName } from './columns.ts'

const SAID = FOLLOWED_FIELDS.map((field) => `'${field}', s.${columnName(FOLLOWED[field])}`).join(', ')

/**
 * SQL of the sailing of an order `o`, null without one: columns for the order's page, with the order's own
 * loading `l`, and dates to compare with.
 */
export const ORDER_SAILING = `(
  select json_build_object('id', s.id, 'reference', s.reference, 'voyage', s.voyage, 'said', json_build_object(${SAID}),
    'receivedAt', l.received_at,
    'container', (select json_build_object('id', k.id, 'number', k.number, 'maxCbm', k.max_cbm, 'maxKg', k.max_kg)
      from containers k where k.id = l.container_id),
    'usedCbm', ${CARGO.cbm}, 'usedKg', ${CARGO.kg},
    'vessel', (select v.name from vessels v where v.id = s.vessel_id),
    'loadedCbm', (select coalesce(sum(${CARGO.cbm}), 0) from loadings l join orders o on o.id = l.order_id
      where l.sailing_id = s.id and ${CARGO.live}),
    'capacityCbm', (select coalesce(sum(k.max_cbm), 0) from containers k where k.sailing_id = s.id))
  from loadings l join sailings s on s.id = l.sailing_id where l.order_id = o.id
)`

/** The sailing as the statement answers it: with dates to compare. */
export type FoundSailing = Omit<NonNullable<Order['sailing']>, 'differs' | 'contradicts'> & {
  said: FollowedValues
}

const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*\+/.test(value)

/** The sailing as the order has it; times inside the JSON become ISO 8601 in UTC. */
export function orderSailingOf(found: FoundSailing | null, confirmation: BookingConfirmation | null): Order['sailing'] {
  if (!found) return null
  const { said, ...sailing } = found
  for (const field of FOLLOWED_FIELDS) {
    const value = said[field]
    if (isTime(value)) said[field] = isoTime(value)
  }
  const own: Side | null = confirmation && {
    values: { ...confirmation, vessel: confirmation.vessel?.id ?? null },
    vesselName: confirmation.vessel?.name ?? null,
  }
  const receivedAt = sailing.receivedAt && isoTime(sailing.receivedAt)
  const aboard: Side = { values: said, vesselName: sailing.vessel }
  const contradicts = contradictionOf(own, { sailing: aboard })
  return { ...sailing, receivedAt, differs: differences(own, aboard), contradicts }
}
