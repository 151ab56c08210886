import type { Run } from '#contract/runs/runs.ts'
import { NO_SUCH_ORDER } from '#contract/runs/start-run.ts'
import { type DateChangeInput, NO_MAIL_TEMPLATE } from '#contract/sailings/date-change.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { createRun, type NewItem } from '#server/runs/create-run.ts'
import { readRun } from '#server/runs/read-runs.ts'
import type { Services } from '#server/services.ts'
import { readStaffSettings } from '#server/settings/staff-settings.ts'
import { type Change, type SailingMoved, sailingMoves } from './moves.ts'
import { moveOrder, templateOf } from './preview.ts'
import type { Target } from './read-orders.ts'
import { type ConcernedOrder, leftOut, ordersById } from './read-orders.ts'
import { writeSailingDates } from './sailing-dates.ts'
import { type Before, checkDates, lockTarget } from './target.ts'

/** The request of a run of the kind `dates`. */
export interface DatesRun {
  target: Target
  name: string
  change: Change
  /** Changed dates of the sailing. */
  moves: SailingMoved[]
  eventId: number | null
  template: { id: number; title: string } | null
  comment: string
  /** Whether the orders of one address are told in one mail. */
  onePerClient: boolean
}

/** The request for one order. */
export interface DatesItem {
  mail: boolean
}

type Wanted = DateChangeInput['orders'][number]

/** The ticked orders, each once. Throws 400 at one that does not exist. */
async function tickedOrders(tx: Tx, orders: DateChangeInput['orders']) {
  const ticked = new Map<number, Wanted>(orders.filter(({ apply }) => apply).map((order) => [order.id, order]))
  const found = new Map((await ordersById(tx, [...ticked.keys()])).map((order) => [order.id, order]))
  const unknown = orders.findIndex(({ id, apply }) => apply && !found.has(id))
  if (unknown >= 0) throw invalid({ [`orders.${unknown}.id`]: NO_SUCH_ORDER })
  return [...ticked.values()].flatMap((wanted) => {
    const order = found.get(wanted.id)
    return order ? [{ wanted, order }] : []
  })
}

/** Throws 400 if a client would get a mail and no template was chosen. */
async function requireTemplate(
  tx: Tx,
  change: Change,
  ticked: readonly { wanted: Wanted; order: ConcernedOrder }[],
): Promise<void> {
  const mailed = ticked.filter(({ wanted, order }) => wanted.mail && leftOut(order) === null)
  if (mailed.length === 0) return
  const { shiftDays } = await readStaffSettings(tx)
  if (mailed.some(({ order }) => moveOrder(change, order, shiftDays).news.isNews))
    throw invalid({ emailTemplateId: NO_MAIL_TEMPLATE })
}

const itemOf = ({ wanted, order }: { wanted: Wanted; order: ConcernedOrder }): NewItem => ({
  orderId: order.id,
  version: wanted.updatedAt ?? null,
  input: { mail: wanted.mail } satisfies DatesItem,
  skipped: leftOut(order) ?? undefined,
})

function runOf(target: Target, { name }: Before, change: Change, input: DateChangeInput): Omit<DatesRun, 'template'> {
  const { eventId, comment, onePerClient } = input
  return { target, name, change, moves: sailingMoves(change), eventId, comment, onePerClient }
}

/**
 * Changes the dates of a sailing, or of a voyage, and starts the run that moves the ticked orders. Returns
 * the run. Throws 404, 400 at the fields, 409 for another version of the sailing.
 */
export async function changeDates(
  tx: Tx,
  _: Services,
  { target, input }: { target: Target; input: DateChangeInput },
  actor: Actor,
): Promise<Run> {
  const before = await lockTarget(tx, target, input.updatedAt)
  checkDates(target, before, input)
  const change: Change = { dates: input.dates, mode: input.mode, earlier: before.earlier }
  const [template, ticked] = [await templateOf(tx, input), await tickedOrders(tx, input.orders)]
  if (!template) await requireTemplate(tx, change, ticked)
  const asked: DatesRun = { ...runOf(target, before, change, input), template }
  if ('sailingId' in target) {
    const { reasonCode, comment } = input
    await writeSailingDates(tx, actor, { ...target, moves: asked.moves, reasonCode: reasonCode.toUpperCase(), comment })
  }
  const id = await createRun(tx, { kind: 'dates', title: asked.name, input: asked, items: ticked.map(itemOf) }, actor)
  return readRun(tx, id)
}
