import { HOUR } from '#demo/lib/days.ts'
import type { Random } from '#demo/lib/random.ts'
import { CSR, FIRST_CLIENT } from '#demo/people/staff.ts'
import type { EventKey } from '#demo/reference/events.ts'
import type { DemoOrder, DocumentPlan, Entry } from './planned-order.ts'

const SHARE = 0.14

/** The order with documents and photos in its history, if it is one of those that have some. */
export function planDocuments(order: DemoOrder, now: Date, random: Random): DemoOrder {
  const { shipment } = order
  const chosen = random.chance(shipment.userId === FIRST_CLIENT ? 0.4 : SHARE)
  if (!chosen || !order.confirmed) return order
  const code = order.hashSum + order.customCode
  const attached = order.entries.map((entry) => ({ ...entry, ...attach(entry, code, random) }))
  return {
    ...order,
    entries: random.chance(0.7) ? addPapersOfClient(attached, shipment.userId, now, random) : attached,
  }
}

/** Documents from staff go out with a mail; those of the CSR come from the depot and from customs. */
function attach({ event, documents }: Entry, code: string, random: Random): Partial<Entry> {
  const found = PAPERS[event]?.(code) ?? documents
  if (found.length === 0 || random.chance(0.5)) return {}
  const byCsr = event === 'atDepot' || event === 'exam'
  return { documents: found, mailed: true, ...(byCsr && { userId: CSR }) }
}

const PAPERS: Partial<Record<EventKey, (code: string) => DocumentPlan[]>> = {
  confirmed: (code) => [{ kind: 'confirmation', name: `Booking confirmation ${code}.pdf`, categoryId: 6 }],
  atDepot: (code) => [
    { kind: 'photo', name: 'Cargo at the depot.jpg', categoryId: 6 },
    { kind: 'label', name: `Carton label ${code}.png`, categoryId: 6 },
  ],
  departed: (code) => [{ kind: 'billOfLading', name: `House bill of lading ${code}.pdf`, categoryId: 3 }],
  arrived: (code) => [{ kind: 'arrivalNotice', name: `Arrival notice ${code}.pdf`, categoryId: 4 }],
  exam: () => [{ kind: 'customs', name: 'Customs exam notice.pdf', categoryId: 5 }],
}

/**
 * The client's own entry after the confirmation: the same event again, with invoice and packing list
 * attached.
 */
function addPapersOfClient(entries: readonly Entry[], userId: number, now: Date, random: Random): Entry[] {
  const at = entries.findIndex(({ event }) => event === 'confirmed')
  const before = entries[at]
  if (!before) return [...entries]
  const until = entries[at + 1]?.setAt ?? now
  const room = until.getTime() - before.setAt.getTime()
  if (room < HOUR) return [...entries]
  const setAt = new Date(before.setAt.getTime() + Math.floor(room * random.between(0.1, 0.9)))
  const own: Entry = {
    event: before.event,
    date: setAt,
    setAt,
    userId,
    mailed: false,
    comment: random.pick(['Invoice and packing list attached.', 'Documents from our supplier.', '']),
    documents: [
      { kind: 'invoice', name: `Commercial invoice ${random.letters(2)}${random.digits(5)}.pdf`, categoryId: 1 },
      { kind: 'packingList', name: 'Packing list.pdf', categoryId: 2 },
    ],
  }
  return [...entries.slice(0, at + 1), own, ...entries.slice(at + 1)]
}
