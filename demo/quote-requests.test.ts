import { expect, test } from 'vitest'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { createRandom } from '#demo/lib/random.ts'
import { buildOrders, WHOLE_DEMO } from '#demo/orders/build-orders.ts'
import type { World } from '#demo/orders/shipment.ts'
import { CARTAGES } from '#demo/reference/cartages.ts'
import { deliveryTimes } from '#demo/reference/depots.ts'

const delivery = new Map(
  deliveryTimes(CARTAGES, createRandom('delivery')).map(({ depotId, cartageId, days }) => [
    `${depotId},${cartageId}`,
    days,
  ]),
)
// Prices play no part here.
const constants = new Proxy({}, { get: () => 1 }) as World['constants']

// Times at which chance alone gives no waiting request, or only one.
test.each(['2026-11-17T15:22:56.019Z', '2026-11-13T20:22:59.340Z', '2026-11-21T23:22:51.654Z'])(
  'three quote requests wait for a price, loaded at %s',
  (now) => {
    const orders = buildOrders({ now: new Date(now), delivery, constants }, WHOLE_DEMO)
    const open = orders.filter(({ status, shipment }) => status === OrderStatus.IN_PROGRESS && shipment.price === null)
    expect(open.length).toBeGreaterThanOrEqual(3)
    expect(new Set(open.map(({ entries }) => entries.length))).toEqual(new Set([1]))
  },
)
