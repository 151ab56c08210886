import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useState } from 'react'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { destinationsQuery, originsQuery } from '#web/features/reference/shared/lanes.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import type { NewOrderAction } from './new-order-reducer.ts'
import type { NewOrderState } from './new-order-state.ts'

/** Origins and destinations to choose from, and the names of the chosen ones. */
export function useLane({ terms, shipment }: NewOrderState, dispatch: Dispatch<NewOrderAction>) {
  const { origin, destination } = shipment.values
  const lookUps = [useQuery(originsQuery(TransportationMode.LCL, terms)), useQuery(destinationsQuery)] as const
  const [{ data: origins }, { data: destinations }] = lookUps
  useEffect(() => {
    if (origins && !origins.some(({ id }) => id === origin))
      dispatch({ type: 'originsLoaded', ids: origins.map(({ id }) => id) })
  }, [origins, origin, dispatch])
  useEffect(() => {
    if (
      destinations &&
      destination !== 0 &&
      !destinations.some(({ cartages }) => cartages.some(({ id }) => id === destination))
    )
      dispatch({ type: 'destinationGone' })
  }, [destinations, destination, dispatch])

  const category = destinations?.find(({ cartages }) => cartages.some(({ id }) => id === destination))
  return {
    origins,
    destinations,
    fault: failedLookUp(...lookUps),
    ready: useOnce(origins !== undefined && destinations !== undefined),
    /** True if the destination is an Amazon cartage. */
    amazon: category?.isAmazon ?? false,
    originName: origins?.find(({ id }) => id === origin)?.name ?? '',
    destinationName: category?.cartages.find(({ id }) => id === destination)?.name ?? '',
  }
}

/** Stays true from then on, so that an enabled control keeps its focus while something else loads. */
function useOnce(now: boolean): boolean {
  const [been, setBeen] = useState(now)
  if (now && !been) setBeen(true)
  return been || now
}
