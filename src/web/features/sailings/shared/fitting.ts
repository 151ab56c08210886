import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import type { Conflict } from '#contract/orders/order-sailing.ts'
import { type FittingSailing, fittingSailing, type JudgedOrders } from '#contract/sailings/loadings.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { request } from '#web/lib/api/api.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'

/** The orders for which a sailing is chosen. */
export interface Wanting {
  orderIds: readonly number[]
  /** The sailings that they are rolled from. */
  from?: readonly number[] | undefined
  /** Whether orders on other sailings are left out instead of refused. */
  skipsLoaded?: boolean
}

/** The most orders that one call takes. */
const MOST = 200

interface Asking extends Wanting {
  per_page: number
  page?: number
  signal?: AbortSignal
}

const askFitting = ({ orderIds, from, skipsLoaded, signal, ...paging }: Asking) =>
  request(listOf(fittingSailing), `${sailings.path}/fitting`, {
    query: {
      orderIds: orderIds.join(','),
      ...paging,
      ...(from && from.length > 0 && { from: from.join(',') }),
      ...(skipsLoaded && { skipLoaded: '1' }),
    },
    ...(signal && { signal }),
  })

/** Planned sailings for orders, those that fit the first 200 of them first. */
export const fittingQuery = (wanting: Wanting, most: number) =>
  queryOptions({
    queryKey: [sailings.key, 'fitting', wanting.orderIds, wanting.from, wanting.skipsLoaded ?? false, most],
    queryFn: ({ signal }) =>
      askFitting({ ...wanting, orderIds: wanting.orderIds.slice(0, MOST), per_page: most, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** A sailing as it is judged for these orders. Undefined if it is not planned any more. */
async function judgedFor(wanting: Wanting, id: number): Promise<FittingSailing | undefined> {
  for (let page = 1; ; page++) {
    const { items, totalCount } = await askFitting({ ...wanting, per_page: MAX_PER_PAGE, page })
    const found = items.find((sailing) => sailing.id === id)
    if (found || items.length === 0 || page * MAX_PER_PAGE >= totalCount) return found
  }
}

/** Conflicts of several answers, those with the same confirmed voyage as one. */
function mergeConflicts(all: readonly Conflict[]): Conflict[] {
  const merged = new Map<string, Conflict>()
  for (const conflict of all) {
    const { confirmed, orderIds } = conflict
    merged.set(confirmed, { ...conflict, orderIds: [...(merged.get(confirmed)?.orderIds ?? []), ...orderIds] })
  }
  return [...merged.values()]
}

/** Judgements of several answers, those that say the same as one. */
function mergeJudged(all: readonly JudgedOrders[]): JudgedOrders[] {
  const merged = new Map<string, JudgedOrders>()
  for (const { code, message, orderIds } of all) {
    const key = `${code} ${message}`
    merged.set(key, { code, message, orderIds: [...(merged.get(key)?.orderIds ?? []), ...orderIds] })
  }
  return [...merged.values()]
}

const sumOf = (figures: readonly number[]) => Number(figures.reduce((sum, figure) => sum + figure, 0).toFixed(3))

/** A sailing that was judged for the first 200 orders, judged for all of them: what is odd about any is said. */
export async function judgeForAll(wanting: Wanting, sailing: FittingSailing): Promise<FittingSailing> {
  const { orderIds } = wanting
  const answers = [sailing]
  for (let from = MOST; from < orderIds.length; from += MOST) {
    const rest = await judgedFor({ ...wanting, orderIds: orderIds.slice(from, from + MOST) }, sailing.id)
    if (rest) answers.push(rest)
  }
  const misfits = new Map(answers.flatMap((each) => each.misfits).map((misfit) => [misfit.message, misfit]))
  return {
    ...sailing,
    fits: misfits.size === 0,
    misfits: [...misfits.values()],
    conflicts: mergeConflicts(answers.flatMap(({ conflicts }) => conflicts)),
    neededCbm: sumOf(answers.map(({ neededCbm }) => neededCbm)),
    neededKg: sumOf(answers.map(({ neededKg }) => neededKg)),
    judged: mergeJudged(answers.flatMap(({ judged }) => judged)),
  }
}

/** 'Ningbo → Los Angeles' */
export const laneOf = ({ portNames, portOfLoading, portOfDischarge }: FittingSailing) =>
  `${portNames.portOfLoading || portOfLoading} → ${portNames.portOfDischarge || portOfDischarge}`

/**
 * What loading overwrites, a sentence: 'The confirmation says ONE AQUILA 075N; loading writes COSCO SAKURA 012E, with
 * its dates.' `who` names the confirmation, if one of several orders is meant.
 */
export function conflictWords(
  { confirmed, sailing, orderIds: { length: count } }: Conflict,
  { verb = 'loading', who = 'The confirmation' }: { verb?: 'loading' | 'rolling'; who?: string } = {},
): string {
  const says = count === 1 ? `${who} says` : `${count} confirmations say`
  return `${says} ${confirmed}; ${verb} writes ${sailing}, with its dates.`
}

/** Orders that a sailing fits, or does not, in words: '14 from another origin'. */
export interface JudgedCount {
  words: string
  orderIds: number[]
  fits: boolean
}

/** The orders of a judgement in words, as counts: '12 fit', '14 from another origin', '6 go to the United States'. */
export function judgedCounts(judged: readonly JudgedOrders[]): JudgedCount[] {
  // Other origins, and other times at which cargo is ready, are one count each.
  const counts = new Map<string, JudgedOrders>()
  for (const each of judged) {
    const key = each.code === 'country' ? each.message : each.code
    const orderIds = [...new Set([...(counts.get(key)?.orderIds ?? []), ...each.orderIds])]
    counts.set(key, { ...each, orderIds })
  }
  return [...counts.values()].map(({ code, message, orderIds }) => ({
    words: `${orderIds.length} ${judgedWords({ code, message }, orderIds.length)}`,
    orderIds,
    fits: code === 'fits',
  }))
}

function judgedWords({ code, message }: Pick<JudgedOrders, 'code' | 'message'>, count: number): string {
  if (code === 'origin') return 'from another origin'
  if (code === 'cut-off') return 'ready after the cut-off'
  if (code === 'fits') return count === 1 ? 'fits' : 'fit'
  return count === 1 ? message : message.replace(/^goes /, 'go ')
}

/** Whether a sailing with containers has no room left. */
export const isFull = ({ capacityCbm, freeCbm, freeKg }: Pick<FittingSailing, 'capacityCbm' | 'freeCbm' | 'freeKg'>) =>
  capacityCbm > 0 && (freeCbm <= 0 || freeKg <= 0)

/** Sentences about cargo that is more than the room on a sailing; none if there is room, or no container yet. */
export function roomWords(
  sailing: Pick<FittingSailing, 'reference' | 'capacityCbm' | 'freeCbm' | 'freeKg'>,
  { cbm, kg }: { cbm: number; kg: number },
): string[] {
  const { reference, capacityCbm, freeCbm, freeKg } = sailing
  if (isFull(sailing)) return [`${reference} is full.`]
  if (capacityCbm === 0) return []
  const left = (free: number, needed: number, unit: string) =>
    needed > free ? [`${reference} has ${shortQuantity(free)} ${unit} left, for ${shortQuantity(needed)} ${unit}.`] : []
  return [...left(freeCbm, cbm, 'CBM'), ...left(freeKg, kg, 'kg')]
}

/**
 * Warnings before orders are loaded on a sailing, or rolled to it, a sentence each: 'This order goes to Canada,
 * S-2026-0055 to Los Angeles.' Empty for a sailing that fits, has room and contradicts no confirmation.
 */
export function oddities(
  sailing: FittingSailing,
  { count, verb }: { count: number; verb: 'loading' | 'rolling' },
): string[] {
  const { conflicts, misfits, judged, reference, portNames, portOfDischarge } = sailing
  const discharge = portNames.portOfDischarge || portOfDischarge
  const odd = judgedCounts(judged).filter(({ fits }) => !fits)
  return [
    ...conflicts.map((conflict) => conflictWords(conflict, { verb, ...(count > 1 && { who: 'One confirmation' }) })),
    ...(count > 1 && odd.length > 0
      ? [`${reference} to ${discharge} does not fit all orders: ${odd.map(({ words }) => words).join(', ')}.`]
      : misfits.map(({ code, message }) =>
          code === 'country' ? `This order ${message}, ${reference} to ${discharge}.` : `This order ${message}.`,
        )),
    ...roomWords(sailing, { cbm: sailing.neededCbm, kg: sailing.neededKg }),
  ]
}
