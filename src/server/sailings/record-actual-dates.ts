import { instantAt } from '#contract/lib/zones.ts'
import type { Run } from '#contract/runs/runs.ts'
import { ONLY_WITH_ACTUAL_DATE } from '#contract/sailings/sailing-codes.ts'
import type { Told } from '#contract/sailings/told.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Carried } from '#server/orders/events/carry.ts'
import { confirmedValues, lockOrdersInProgress } from './follow-confirmations.ts'
import { lockSailing } from './lock-sailing.ts'

/** An actual date of a sailing and its event, with what it filled in the confirmation of each order aboard. */
export interface ActualDate {
  told: Told & { eventId: number; date: string }
  orders: { orderId: number; recorded: { carried: Carried[] } }[]
}

/** Starts the run that sets the event for the orders aboard. Returns the run. */
export type Tell = (tx: Tx, fact: ActualDate, actor: Actor) => Promise<Run>

/** The actual dates in a booking confirmation, each with its field of the sailing. */
const FILLED = [
  { what: 'actualTimeOfDepartureAt', date: 'atd' },
  { what: 'portActualTimeOfArrivalAt', date: 'portAta' },
] as const

type Dates = Partial<Record<(typeof FILLED)[number]['date'], string | null>>

/**
 * When the event happened: at the beginning of the later of the days that were sent, where the forwarder is.
 * Throws 400 at `eventId` without one.
 */
function dateOf({ atd, portAta }: Dates, timeZone: string): string {
  const day = portAta ?? atd
  if (!day) throw invalid({ eventId: ONLY_WITH_ACTUAL_DATE })
  return new Date(instantAt(Date.parse(day), timeZone)).toISOString()
}

/**
 * Saves a sailing with an actual date. Returns what was saved, and the fact for `Tell`: the orders in progress
 * aboard, with the dates that the save filled in their confirmations. Throws 404; 400 at `eventId`.
 */
export async function savingActualDate<Saved>(
  tx: Tx,
  { id, dates, told, timeZone }: { id: number; dates: Dates; told: Told & { eventId: number }; timeZone: string },
  save: () => Promise<Saved>,
): Promise<{ saved: Saved; fact: ActualDate }> {
  const date = dateOf(dates, timeZone)
  await lockSailing(tx, id)
  const orderIds = await lockOrdersInProgress(tx, id)
  const before = await confirmedValues(tx, orderIds)
  const saved = await save()
  const after = await confirmedValues(tx, orderIds)
  const orders = orderIds.map((orderId) => {
    const [was, is] = [before.get(orderId), after.get(orderId)]
    const filled = FILLED.filter(({ what }) => !was?.[what] && is?.[what])
    const made = was ? {} : { made: true as const }
    const carried = filled.map(({ what }): Carried => ({ what, from: null, to: String(is?.[what]), ...made }))
    return { orderId, recorded: { carried } }
  })
  return { saved, fact: { told: { ...told, date }, orders } }
}
