import { eventsToChoose } from '#contract/orders/set-event.ts'
import type { EventRecord } from '#contract/reference/events.ts'

const asOption = ({ id, name }: EventRecord) => ({ value: String(id), label: name })

/** Options of a choice of events: the way of a shipment in its order, then what may interrupt it. */
export function eventOptions(events: readonly EventRecord[]) {
  const { way, interruptions } = eventsToChoose(events)
  if (interruptions.length === 0) return way.map(asOption)
  return [...way.map(asOption), { group: 'At any time', items: interruptions.map(asOption) }]
}
