import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listOf } from '#contract/lib/envelope.ts'
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

/** Planned sailings for orders, those that fit first. */
export const fittingQuery = ({ orderIds, from, skipsLoaded = false }: Wanting, most: number) =>
  queryOptions({
    queryKey: [sailings.key, 'fitting', orderIds, from, skipsLoaded, most],
    queryFn: ({ signal }) =>
      request(listOf(fittingSailing), `${sailings.path}/fitting`, {
        query: {
          orderIds: orderIds.slice(0, MOST).join(','),
          per_page: most,
          ...(from && from.length > 0 && { from: from.join(',') }),
          ...(skipsLoaded && { skipLoaded: '1' }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  })

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
