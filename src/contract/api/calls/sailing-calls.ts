import { type Call, own } from '#contract/api/call.ts'
import { sailings } from '#contract/sailings/sailings.ts'

const one = `${sailings.path}/{id}`
const each = 'Each order is judged by itself; 409 if not one could be done.'

/** The calls about the cargo of sailings. */
export const SAILING_CALLS: Record<string, Call> = {
  [`GET ${one}/orders`]: own('listLoadedOrders', 'List the orders on a sailing'),
  [`GET ${one}/closing`]: own('getClosing', 'Tell what stands in the way of closing a sailing'),
  [`POST ${one}/orders`]: own(
    'loadOrders',
    'Load orders on a sailing',
    `Orders that are on it already move to the container. What the sailing says goes into the booking confirmations where they are empty. ${each}`,
  ),
  [`DELETE ${one}/orders/{orderId}`]: own(
    'unloadOrder',
    'Take an order off a sailing',
    'Its booking confirmation stays as it is.',
  ),
  [`POST ${one}/roll`]: own(
    'rollOrders',
    'Roll orders to another sailing',
    `Booking confirmations follow where they still say what the earlier sailing does. ${each}`,
  ),
  [`POST ${one}/received`]: own(
    'receiveOrders',
    'Mark the cargo of orders as received',
    `Measured figures count instead of the booked ones, and never change a price. With eventId, a run sets this event for the orders that were received, in the answer as run; its undo takes their receipts back too. ${each}`,
  ),
  [`POST ${one}/take-over`]: own(
    'takeOverSailing',
    'Let booking confirmations say what the sailing says',
    `For values that somebody chose otherwise. ${each}`,
  ),
  [`GET ${sailings.path}/candidates`]: own(
    'listCandidates',
    'List open LCL orders that could go with a sailing',
    'Newest first, those for another country after all others; at most 500 are counted.',
  ),
  [`GET ${sailings.path}/fitting`]: own(
    'listFittingSailings',
    'List planned sailings for orders',
    'Those that fit all of the orders first, those to another country than any of them last, then by the cut-off; none past its cut-off.',
  ),
  [`POST ${one}/copy`]: own(
    'copySailing',
    'Add the next sailing of a lane',
    'Lane, depot, carrier, cut-offs, ETD and ETA, so many days later. Containers, orders, actual dates and the master bill stay behind.',
  ),
  [`GET ${one}/manifest`]: own('exportManifest', 'Download the cargo manifest of a sailing'),
}
