import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import type { Conflict } from '#contract/orders/order-sailing.ts'
import { type FittingSailing, fittingSailing } from '#contract/sailings/loadings.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { request } from '#web/lib/api/api.ts'

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

/**
 * Warnings before orders are loaded on a sailing, or rolled to it, a sentence each: 'This order goes to Canada,
 * S-2026-0055 to Los Angeles.' Empty for a sailing that fits, has room and contradicts no confirmation.
 */
export function oddities(
  sailing: FittingSailing,
  { count, cbm = 0, verb }: { count: number; cbm?: number; verb: 'loading' | 'rolling' },
): string[] {
  const { conflicts, misfits, reference, portNames, portOfDischarge, capacityCbm, freeCbm } = sailing
  const who = count === 1 ? 'This order' : 'At least one order'
  const discharge = portNames.portOfDischarge || portOfDischarge
  return [
    ...conflicts.map((conflict) => conflictWords(conflict, { verb, ...(count > 1 && { who: 'One confirmation' }) })),
    ...misfits.map(({ code, message }) =>
      code === 'country' ? `${who} ${message}, ${reference} to ${discharge}.` : `${who} ${message}.`,
    ),
    ...(capacityCbm > 0 && cbm > freeCbm ? [`${reference} has ${freeCbm} CBM left, for ${cbm} CBM.`] : []),
  ]
}
